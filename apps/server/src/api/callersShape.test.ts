import { KitError } from '@billfold/protocol/error'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { appDeps } from '../../test/appDeps.ts'
import { ethereum, owner, usdc } from '../../test/testUpstream.ts'
import { createChains } from '../chains/createChains.ts'
import { createApp } from '../createApp.ts'
import type { BalanceSource, HistorySource } from '../providers/source.ts'
import { createRpc } from '../rpc/createRpc.ts'
import type { FetchJson } from '../rpc/fetchJson.ts'

const poison = `0x${'bad0'.repeat(10)}`
afterEach(() => vi.useRealTimers())

/** A server in front of a node and a balance source, and the requests that both got. */
function setUp({
  node,
  balances,
  history = async () => undefined,
}: {
  node?: FetchJson
  balances?: BalanceSource['balances']
  history?: HistorySource['history']
} = {}) {
  const methods: string[] = []
  const answers: FetchJson = async (request, limits) => {
    const calls = [request.body].flat() as { id: number; method: string }[]
    methods.push(...calls.map(({ method }) => method))
    if (node) return node(request, limits)
    const replies = calls.map(({ id }) => ({ jsonrpc: '2.0', id, result: '0x1' }))
    return { status: 200, headers: new Headers(), json: Array.isArray(request.body) ? replies : replies[0] }
  }
  const chains = createChains([{ ...ethereum, rpcUrls: ['http://node.test'] }])
  const source = { id: 'acme', supports: () => true, balances: balances ?? (async () => []) }
  const app = createApp(
    appDeps({
      ...{ chains, rpc: createRpc({ chains, fetchJson: answers }), trustProxy: 1 },
      sources: {
        balances: [source],
        prices: [],
        history: [{ id: 'past', supports: () => true, history }],
        names: [],
        quotes: [],
      },
    }),
  )
  const call = (body: unknown, visitor = '10.0.0.1') =>
    app.request('/v1/?chainId=eip155:1&projectId=shop', {
      ...{ method: 'POST', body: JSON.stringify(body), headers: { 'x-forwarded-for': visitor } },
    })
  const ask = (what: string, address: string, visitor: string, query = '') =>
    app.request(`/v1/account/${address}/${what}?chainId=eip155:1&projectId=shop&sv=x${query}`, {
      headers: { 'x-forwarded-for': visitor },
    })
  const balance = (visitor: string, query = '') => ask('balance', owner, visitor, query)
  return { call, ask, balance, methods }
}
const callOf = (method: string, id = 1) => ({ jsonrpc: '2.0', id, method, params: [] })
const forced = `&forceUpdate=eip155:1:${poison}`

describe('work sized by the caller', () => {
  it('rejects an unlisted method by name, without a node request', async () => {
    const { call, methods } = setUp()
    const response = await call([callOf('eth_unheardOf', 1), callOf('eth_chainId', 2)])
    expect(await response.json()).toMatchObject([
      { id: 1, error: { code: -32_601, message: 'The method eth_unheardOf does not exist here.' } },
      { id: 2, result: '0x1' },
    ])
    expect(methods).toEqual(['eth_chainId'])
  })

  it('charges by the cost to the node: ten log searches are ten requests, ten chain ids are one', async () => {
    const { call } = setUp()
    const ten = (method: string) => Array.from({ length: 10 }, (_, id) => callOf(method, id))
    // A client has a hundred requests.
    for (let n = 0; n < 10; n++) expect((await call(ten('eth_getLogs'), '10.0.0.1')).status).toBe(200)
    expect((await call(ten('eth_getLogs'), '10.0.0.1')).status).toBe(429)
    for (let n = 0; n < 100; n++) expect((await call(ten('eth_chainId'), '10.0.0.2')).status).toBe(200)
  })

  it('blocks a chain for no one after slow calls of many visitors', async () => {
    const { call } = setUp({
      node: async ({ body }) => {
        if (JSON.stringify(body).includes('debug_traceCall')) throw new KitError('timeout')
        return { status: 200, headers: new Headers(), json: { jsonrpc: '2.0', id: 0, result: '0x1' } }
      },
    })
    const trace = {
      ...callOf('debug_traceCall'),
      params: [{}, 'latest', { tracer: 'callTracer', tracerConfig: { withLog: true } }],
    }
    for (let n = 0; n < 30; n++) expect((await call(trace, `10.0.1.${n}`)).status).toBe(503)
    expect((await call(callOf('eth_chainId'), '10.0.0.1')).status).toBe(200)
  })

  it('blocks a source for no one after forced updates of many visitors', async () => {
    const { balance } = setUp({
      balances: async ({ fresh }) => {
        if (fresh.includes(poison)) throw new KitError('timeout')
        return []
      },
    })
    for (let n = 0; n < 30; n++) expect((await balance(`10.0.1.${n}`, forced)).status).toBe(503)
    expect((await balance('10.0.0.1')).status).toBe(200)
    expect((await balance('10.0.0.2', `&forceUpdate=eip155:1:${usdc}`)).status).toBe(200)
  })

  const slowOf = (who: string) => who.endsWith('51')
  const slowAccount = (n: number) => `0x${n.toString(16).padStart(38, 'a')}51`
  const timesOut = () => Promise.reject(new KitError('timeout'))

  it.each(['balance', 'history'])(
    "keeps a source's breaker closed after requests for the %s of oversized accounts",
    async (what) => {
      const addresses: string[] = []
      const answer = async (address: string) => {
        addresses.push(address)
        return slowOf(address) ? timesOut() : undefined
      }
      const { ask } = setUp({
        balances: async ({ address }) => answer(address).then(() => []),
        history: async ({ address }) => answer(address).then(() => ({ data: [], next: null })),
      })
      for (let n = 0; n < 30; n++) expect((await ask(what, slowAccount(n), `10.0.1.${n}`)).status).toBe(503)
      expect((await ask(what, owner, '10.0.0.1')).status).toBe(200)
      // The server's own occasional, cheap probes.
      const own = addresses.filter((address) => !slowOf(address) && address !== owner)
      expect(own.length).toBeGreaterThan(0)
      expect(own.length).toBeLessThanOrEqual(6)
    },
  )

  it('still skips a source that fails its own probe, for everyone', async () => {
    let lookups = 0
    const { ask } = setUp({
      balances: () => {
        lookups += 1
        return timesOut()
      },
    })
    for (let n = 0; n < 20; n++) expect((await ask('balance', slowAccount(n), `10.0.1.${n}`)).status).toBe(503)
    // Five visitors, and the server's own probe.
    expect(lookups).toBe(6)
  })

  it('runs one caller’s forced update of an account without delaying others', async () => {
    const held = Promise.withResolvers<never[]>()
    const { balance } = setUp({
      balances: ({ fresh }) => (fresh.includes(poison) ? held.promise : Promise.resolve([])),
    })
    const slow = balance('10.6.6.6', forced)
    expect((await balance('10.0.0.1')).status).toBe(200)
    held.resolve([])
    expect((await slow).status).toBe(200)
  })
})
