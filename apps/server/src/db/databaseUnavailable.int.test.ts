import { afterAll, beforeAll, expect, it } from 'vitest'
import { appDeps } from '../../test/appDeps.ts'
import { createRecordEvent } from '../analytics/recordEvent.ts'
import { createChains } from '../chains/createChains.ts'
import type { ServerChain } from '../chains/serverChain.ts'
import { createApp } from '../createApp.ts'
import { createProjectLookup } from '../projects/createProjectLookup.ts'
import { findProject } from '../projects/projects.ts'
import { createSources } from '../providers/createSources.ts'
import { createRpc } from '../rpc/createRpc.ts'
import { databaseProblem } from './databaseProblem.ts'
import { listMigrations } from './migrate.ts'
import { type OpenDatabase, openDatabase } from './openDatabase.ts'

const account = '0x71c7656ec7ab88b098defb751b7401b5f6d8976f'
const token = '0x00000000000000000000000000000000000000aa'
const chain: ServerChain = {
  id: 'eip155:42',
  namespace: 'eip155',
  reference: '42',
  name: 'Away',
  rpcUrls: ['http://127.0.0.1:1'], // no one gets this port by asking for any
  wsUrls: [],
  bundlerUrl: 'http://127.0.0.1:1',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  tokens: [],
  contracts: {},
  stables: [],
  isLocal: false,
}
const fields = {
  projectId: 'shop',
  address: account,
  userAddress: `eip155:42:${account}`,
  chainId: 'eip155:42',
  currency: 'usd',
  from: `eip155:42:${token}`,
  to: `eip155:42:${account}`,
  tokenAddress: `eip155:42:${token}`,
  amount: '1000',
  gasPrice: '1',
  sv: 'react-1.7.1',
}
const body = {
  ...fields,
  addresses: [`eip155:42:${token}`],
  jsonrpc: '2.0',
  id: 1,
  method: 'eth_blockNumber',
  params: [],
  eventId: '6f1f3d6a-58a2-4f4c-9d1b-0c9b8ad1c111',
  url: 'https://shop.example/',
  domain: 'shop.example',
  timestamp: 1_700_000_000_000,
  props: { type: 'track', event: 'MODAL_OPEN' },
}
const path: Record<string, string> = { address: account, name: 'alice.eth' }

let database: OpenDatabase
beforeAll(() => {
  database = openDatabase({ url: 'postgres://me@127.0.0.1:1/billfold', poolSize: 2, statementTimeoutMs: 1_000 })
})
afterAll(() => database.close())

function build(change: Parameters<typeof appDeps>[0] = {}) {
  const chains = createChains([chain])
  const rpc = createRpc({ chains })
  const { db } = database
  return createApp(
    appDeps({
      chains,
      rpc,
      sources: createSources({ chains, rpc, db }),
      recordEvent: createRecordEvent(db),
      readParts: async () => ({ database: await databaseProblem(database, listMigrations()) }),
      clientQuota: { limit: 10_000, windowMs: 60_000 },
      ...change,
    }),
  )
}

/** Every route there is, asked as a client would. */
async function requestAll(app: ReturnType<typeof build>) {
  const routes = app.routes.filter(({ method, path }) => method !== 'ALL' && !path.includes('*'))
  const seen = new Map<string, Response>()
  for (const { method, path: pattern } of routes) {
    const target = pattern.replace(/:(\w+)(?:\{[^}]*\})?/g, (_, name: string) => path[name] ?? 'x')
    const query = new URLSearchParams(fields)
    const init = method === 'GET' ? {} : { body: JSON.stringify(body) }
    seen.set(`${method} ${pattern}`, await app.request(`${target}?${query}`, { method, ...init }))
  }
  return seen
}

it('answers no route with 500 during a database outage, and sets Retry-After', async () => {
  const seen = await requestAll(build())
  expect(seen.size).toBeGreaterThan(15)
  const failed = [...seen].filter(([, { status }]) => status >= 500 && status !== 503 && status !== 504)
  expect(failed.map(([route, { status }]) => `${route} ${status}`)).toEqual([])
  for (const [route, { status, headers }] of seen)
    expect([route, headers.get('retry-after')]).toEqual([route, status === 503 ? '5' : null])
  const needed = ['GET /ready', 'POST /e', 'GET /v1/account/:address/history', 'GET /v1/account/:address/nfts']
  for (const route of needed) expect([route, seen.get(route)?.status]).toEqual([route, 503])
  expect(await seen.get('GET /v1/account/:address/nfts')?.json()).toMatchObject({
    status: 'FAILED',
    code: 'unavailable',
    reasons: [{ description: 'The database is unavailable.' }],
  })
})

it('answers 503 for a project that it cannot look up, and serves what needs no database', async () => {
  const findProjectNow = createProjectLookup((id) => findProject(database.db, id))
  const seen = await requestAll(build({ findProject: findProjectNow }))
  const statuses = Object.fromEntries([...seen].map(([route, { status }]) => [route, status]))
  expect(statuses).toMatchObject({
    'GET /health': 200,
    'GET /ready': 503,
    'GET /getAnalyticsConfig': 503,
    'POST /e': 503,
  })
  for (const [route, { status, headers }] of seen) {
    expect([route, status]).not.toEqual([route, 500])
    expect([route, headers.get('retry-after')]).toEqual([route, status === 503 ? '5' : null])
  }
})
