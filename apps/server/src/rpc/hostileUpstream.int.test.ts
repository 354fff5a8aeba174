import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { appDeps } from '../../test/appDeps.ts'
import { createChains } from '../chains/createChains.ts'
import type { ServerChain } from '../chains/serverChain.ts'
import { createApp } from '../createApp.ts'
import { createSources } from '../providers/createSources.ts'
import { createRpc } from './createRpc.ts'
import { type FetchJson, fetchJson } from './fetchJson.ts'

const large = 'x'.repeat(10_000_000)
const ok = (id: unknown, result: unknown) => JSON.stringify({ jsonrpc: '2.0', id, result })

/** Known failures of nodes, by the chain that each pretends to be. */
const nodes: Record<string, (write: Parameters<RequestListener>[1], id: unknown) => void> = {
  'numbers above 2^53': (res, id) =>
    res.end(`{"jsonrpc":"2.0","id":${id},"result":{"lamports":9007199254740993,"rentEpoch":18446744073709551615}}`),
  'wrong types': (res, id) => res.end(ok(id, { balance: [Number.MAX_VALUE, null] })),
  'a list of numbers': (res) => res.end('[1,2,3]'),
  'an error without a form': (res) => res.end('{"error":"quota exceeded"}'),
  'HTML with 200': (res) => res.end('<html>Sign in</html>'),
  'nothing at all': (res) => res.end(),
  null: (res) => res.end('null'),
  'another id': (res) => res.end(ok(987_654, '0x1')),
  'ten megabytes': (res, id) => res.end(ok(id, large)),
  'a stream without end': (res) => {
    const more = setInterval(() => res.write(' '.repeat(1_000)), 5)
    res.on('close', () => clearInterval(more))
  },
  'a silence': () => {},
  'a hang-up': (res) => res.destroy(),
  garbage: (res) => res.end(Buffer.from([0xff, 0xfe, 0x00, 0xc3, 0x28])),
  'a redirect inside': (res) => res.writeHead(307, { location: 'http://127.0.0.1:1/' }).end(),
  '502': (res) => res.writeHead(502).end('Bad Gateway'),
  'deep nesting': (res) => res.end(`${'['.repeat(200_000)}${']'.repeat(200_000)}`),
}
const names = Object.keys(nodes)
const endless = ['a stream without end', 'a silence'].map((name) => names.indexOf(name))
/** An endless response is given up soon; a finite one may take as long as the machine needs. */
const untilTheEnd: FetchJson = (request, limits) => {
  const isEndless = endless.includes(Number(new URL(request.url).pathname.slice(1)))
  return fetchJson(request, { ...limits, deadlineMs: isEndless ? 300 : 60_000 })
}
let server: Server
let app: ReturnType<typeof createApp>
/** Requests of each node. */
const requestCounts: number[] = []
let metrics: ReturnType<typeof appDeps>['metrics']

beforeAll(async () => {
  server = createServer((req, res) => {
    const chunks: Buffer[] = []
    req.on('data', (chunk: Buffer) => chunks.push(chunk))
    req.on('end', () => {
      const { id } = JSON.parse(String(Buffer.concat(chunks)))
      const at = Number(req.url?.slice(1))
      requestCounts[at] = (requestCounts[at] ?? 0) + 1
      if (at === names.length) res.end(ok(id, '0x10'))
      else nodes[names[at]!]!(res, id)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const chainAt = (at: number, more: number[] = []): ServerChain => ({
    id: `eip155:${at + 1_000}`,
    namespace: 'eip155',
    reference: String(at + 1_000),
    name: `Chain ${at}`,
    rpcUrls: [at, ...more].map((n) => `http://127.0.0.1:${port}/${n}`),
    wsUrls: [],
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    tokens: [],
    contracts: {},
    stables: [],
    isLocal: false,
  })
  const good = names.length
  const chains = createChains([
    ...names.map((_, at) => chainAt(at)),
    { ...chainAt(good), id: 'eip155:1' },
    // A bad node before a good one.
    ...names.map((_, at) => ({ ...chainAt(at, [good]), id: `eip155:${at + 2_000}` as const })),
  ])
  const deps = appDeps({ clientQuota: { limit: 10_000, windowMs: 60_000 }, trustProxy: 1 })
  metrics = deps.metrics
  // The breaker's clock is stopped: an open chain stays open to the end of the test.
  const now = () => 0
  const rpc = createRpc({ chains, metrics: metrics.upstream, maxBytes: 1_000_000, fetchJson: untilTheEnd, now })
  app = createApp({ ...deps, chains, rpc, sources: createSources({ chains, rpc }) })
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const call = { jsonrpc: '2.0', id: 5, method: 'eth_getBalance', params: [`0x${'11'.repeat(20)}`, 'latest'] }
const ask = async (chainId: string, visitor = '10.0.0.1') => {
  const init = { method: 'POST', body: JSON.stringify(call), headers: { 'x-forwarded-for': visitor } }
  const response = await app.request(`/v1/?chainId=${chainId}&projectId=shop`, init)
  return {
    status: response.status,
    body: (await response.json()) as { id: number; result?: unknown; error?: { message: string } },
  }
}
const balance = (chainId: string) =>
  app.request(`/v1/account/0x${'11'.repeat(20)}/balance?chainId=${chainId}&projectId=shop&sv=x`, {
    headers: { 'x-forwarded-for': '10.0.0.1' },
  })

// Types are for the caller to check: the proxy forwards what has the form of a reply.
const formless = names.filter((name) => !['numbers above 2^53', 'wrong types', 'ten megabytes'].includes(name))

it.each(formless)('reports a node that answers with %s in one clear sentence', async (name) => {
  const at = names.indexOf(name)
  const { status, body } = await ask(`eip155:${at + 1_000}`)
  expect([status, body.id, body.error?.message]).toEqual([503, 5, `No node of Chain ${at} answers.`])
})

it('forwards numbers above 2^53 as the node wrote them', async () => {
  const chainId = `eip155:${names.indexOf('numbers above 2^53') + 1_000}`
  const init = { method: 'POST', body: JSON.stringify(call), headers: { 'x-forwarded-for': '10.0.0.1' } }
  const response = await app.request(`/v1/?chainId=${chainId}&projectId=shop`, init)
  expect(response.headers.get('content-type')).toContain('application/json')
  expect(await response.text()).toBe(
    '{"jsonrpc":"2.0","id":5,"result":{"lamports":9007199254740993,"rentEpoch":18446744073709551615}}',
  )
})

it('rejects an endless response, and keeps the chain open', async () => {
  const at = names.indexOf('ten megabytes')
  for (let i = 0; i < 7; i++) {
    const { status, body } = await ask(`eip155:${at + 1_000}`)
    expect([status, body.id, body.error?.message]).toEqual([
      200,
      5,
      'The response is larger than 1000000 bytes: request less.',
    ])
  }
})

it.each(formless)('fails over from a node that answers with %s', async (name) => {
  expect((await ask(`eip155:${names.indexOf(name) + 2_000}`)).body.result).toBe('0x10')
})

it.each(names)('reports an account as unavailable if its node answers with %s', async (name) => {
  const response = await balance(`eip155:${names.indexOf(name) + 1_000}`)
  expect(response.status).toBe(503)
  expect(await response.json()).toMatchObject({
    status: 'FAILED',
    reasons: [{ description: expect.stringMatching(/\.$/) }],
  })
})

it('skips a node that fails its own probe too, and serves the other chains', async () => {
  const silent = `eip155:${names.indexOf('a silence') + 1_000}`
  for (let i = 0; i < 5; i++) await ask(silent)
  const before = requestCounts[names.indexOf('a silence')]
  const open = `upstream_circuits_open{upstream="rpc",chain="${silent}"} 1`
  // A caller with many failures is skipped; for others it is too early to tell.
  expect((await ask(silent)).status).toBe(503)
  expect(requestCounts[names.indexOf('a silence')]).toBe(before)
  for (let i = 2; i <= 5; i++) await ask(silent, `10.0.0.${i}`)
  // It failed for five visitors, so the server sends a probe, which alone decides for everyone.
  await expect.poll(() => metrics.register.metrics()).toContain(open)
  expect(requestCounts[names.indexOf('a silence')]).toBe(Number(before) + 5)
  expect((await ask(silent, '10.0.0.6')).status).toBe(503)
  expect(requestCounts[names.indexOf('a silence')]).toBe(Number(before) + 5)
  expect((await ask('eip155:1')).body.result).toBe('0x10')
  expect((await balance('eip155:1')).status).toBe(200)
  const text = await metrics.register.metrics()
  expect(text).toContain(open)
  expect(text).toMatch(/upstream_request_duration_seconds_count\{upstream="rpc",chain="eip155:1",outcome="ok"\} [1-9]/)
  expect(text).not.toContain('127.0.0.1')
})
