import { KitError } from '@billfold/protocol/error'
import { describe, expect, test } from 'vitest'
import { settle } from '../../test/walletConnect/memoryRelay.ts'
import type { ChainQuery } from '../chains/chainQuery.ts'
import { fakeClock } from '../ports/fakeClock.ts'
import type { Http, HttpRequest } from '../ports/http.ts'
import { type NodeCall, requestNodes } from './requestNodes.ts'

type Answer = { status?: number; body: unknown; retryAfter?: string } | KitError

function start(...answers: Answer[]) {
  const clock = fakeClock()
  const requests: (HttpRequest & { at: number })[] = []
  const http: Http = async (request) => {
    requests.push({ ...request, at: clock.now() })
    const next = answers.length > 1 ? answers.shift()! : answers[0]!
    if (next instanceof KitError) throw next
    const { status = 200, body, retryAfter } = next
    return { status, body: typeof body === 'string' ? body : JSON.stringify(body), retryAfter }
  }
  const rpc = (call: NodeCall) => requestNodes({ http, clock }, call)
  const call = {
    urls: ['https://a.example', 'https://b.example'],
    chainId: 'eip155:1',
    ask: { method: 'eth_call', params: [1] } as ChainQuery,
  }
  const run = async (over: Partial<typeof call> = {}) => {
    const work = rpc({ ...call, ...over }).then(
      (result) => ({ result }),
      (error: KitError) => ({ error }),
    )
    for (let i = 0; i < 40; i++) {
      await settle()
      clock.advance(1_000)
    }
    return work
  }
  return { rpc, call, run, requests, clock }
}
const ok = { body: { jsonrpc: '2.0', id: 1, result: '0x1' } }
const rpcError = (code: number) => ({ body: { jsonrpc: '2.0', id: 1, error: { code, message: 'no' } } })

test('posts JSON, with a deadline of ten seconds', async () => {
  const { run, requests } = start(ok)
  expect(await run()).toEqual({ result: '0x1' })
  expect(requests).toMatchObject([
    { url: 'https://a.example', timeoutMs: 10_000, headers: { 'content-type': 'application/json' } },
  ])
  expect(JSON.parse(requests[0]!.body!)).toMatchObject({ jsonrpc: '2.0', method: 'eth_call', params: [1] })
})

test.each([403, 408, 413, 429, 500, 502, 503, 504])('retries elsewhere after %i', async (status) => {
  const { run, requests } = start({ status, body: '' }, ok)
  expect(await run()).toEqual({ result: '0x1' })
  expect(requests.map((r) => r.url)).toEqual(['https://a.example', 'https://b.example'])
})

test.each([-1, -32005, -32603])('retries after code %i', async (code) => {
  const { run, requests } = start(rpcError(code), ok)
  expect(await run()).toEqual({ result: '0x1' })
  expect(requests).toHaveLength(2)
})

test.each([400, 401, 404])('moves elsewhere after %i, without repeating', async (status) => {
  const { run, requests } = start({ status, body: 'no' })
  expect(await run()).toMatchObject({ error: { code: 'unavailable' } })
  expect(requests.map((r) => r.url)).toEqual(['https://a.example', 'https://b.example'])
})

test('tries another server for a missing method, but passes the chain’s own errors on', async () => {
  const lacking = start(rpcError(-32601))
  expect(await lacking.run()).toMatchObject({ error: { code: 'unknown_method', message: 'no' } })
  expect(lacking.requests).toHaveLength(2)
  const refused = start({ body: { jsonrpc: '2.0', id: 1, error: { code: 3, message: 'execution reverted' } } })
  expect(await refused.run()).toMatchObject({ error: { message: 'execution reverted' } })
  expect(refused.requests).toHaveLength(1)
})

test('tries the next URL at once, and waits before returning to the first', async () => {
  const { run, requests } = start({ status: 429, body: '', retryAfter: '7' }, { status: 503, body: '' }, ok)
  expect(await run()).toEqual({ result: '0x1' })
  expect(requests.map((r) => r.url)).toEqual(['https://a.example', 'https://b.example', 'https://a.example'])
  expect(requests[1]!.at).toBe(requests[0]!.at)
  expect(requests[2]!.at - requests[0]!.at).toBeGreaterThanOrEqual(7_000)
})

test('retries only if that can help', async () => {
  const { run, requests } = start({ status: 404, body: '' }, { status: 503, body: '' }, ok)
  expect(await run()).toEqual({ result: '0x1' })
  expect(requests.map((r) => r.url)).toEqual(['https://a.example', 'https://b.example', 'https://b.example'])
})

describe('reading a path', () => {
  const path = (text: string) => ({ ask: { path: text } })

  test('appends to a URL with a path and a query', async () => {
    const { run, requests } = start({ body: { chain_stats: {} } })
    expect(await run({ ...path('/address/bc1q'), urls: ['https://a.example/api/?chainId=bip122:x'] })).toEqual({
      result: { chain_stats: {} },
    })
    expect(requests).toMatchObject([
      { url: 'https://a.example/api/address/bc1q?chainId=bip122:x', method: 'GET', timeoutMs: 10_000 },
    ])
    expect(requests[0]).not.toHaveProperty('body')
  })

  test('returns text if not JSON, and not-found for 404', async () => {
    const text = start({ body: '0200beef' })
    expect(await text.run(path('/tx/ab/hex'))).toEqual({ result: '0200beef' })
    const none = start({ status: 404, body: 'Transaction not found' })
    expect(await none.run(path('/tx/ab'))).toMatchObject({ error: { code: 'not_found' } })
    expect(none.requests).toHaveLength(1)
  })

  test('posts data, and returns the chain’s own error', async () => {
    const taken = start({ body: 'ab12' })
    expect(await taken.run({ ask: { path: '/tx', post: '0200beef' } })).toEqual({ result: 'ab12' })
    expect(taken.requests).toMatchObject([{ url: 'https://a.example/tx', method: 'POST', body: '0200beef' }])
    const refused = start({ status: 400, body: 'sendrawtransaction RPC error: bad-txns-inputs-missingorspent' })
    expect(await refused.run({ ask: { path: '/tx', post: '0200beef' } })).toMatchObject({
      error: { code: 'invalid_input', message: expect.stringContaining('missingorspent') },
    })
    expect(refused.requests).toHaveLength(1)
  })

  test('tries elsewhere if a server is down', async () => {
    const { run, requests } = start({ status: 503, body: '' }, { body: '812345' })
    expect(await run(path('/blocks/tip/height'))).toEqual({ result: 812345 })
    expect(requests.map((r) => r.url)).toEqual([
      'https://a.example/blocks/tip/height',
      'https://b.example/blocks/tip/height',
    ])
  })
})

test('aborts a caller at once, and the request with its last caller', async () => {
  const clock = fakeClock()
  const signals: (AbortSignal | undefined)[] = []
  const http: Http = ({ signal }) =>
    new Promise((_, reject) => {
      signals.push(signal)
      signal?.addEventListener('abort', () => reject(new KitError('aborted')))
    })
  const call = { urls: ['https://a.example'], chainId: 'eip155:1', ask: { method: 'eth_call', params: [] } }
  const [first, second] = [new AbortController(), new AbortController()]
  const results = [first, second].map(({ signal }) =>
    requestNodes({ http, clock }, { ...call, signal }).catch((e) => e.code),
  )
  first.abort()
  expect(await results[0]).toBe('aborted')
  expect(signals.map((signal) => signal?.aborted)).toEqual([false])
  second.abort()
  expect(await results[1]).toBe('aborted')
  expect(signals.map((signal) => signal?.aborted)).toEqual([true])
  const third = new AbortController()
  const late = requestNodes({ http, clock }, { ...call, signal: third.signal }).catch((e) => e.code)
  expect(signals).toHaveLength(2)
  third.abort()
  expect(await late).toBe('aborted')
  await settle()
  expect(clock.waiting()).toBe(0)
})

test('waits 150 ms, doubling, three times, then reports why', async () => {
  const { rpc, call, requests, clock } = start(new KitError('unavailable'))
  const caught = rpc({ ...call, urls: ['https://a.example'] }).catch((e: unknown) => e)
  for (const ms of [150, 300, 600]) {
    await settle()
    const before = requests.length
    clock.advance(ms - 1)
    await settle()
    expect(requests).toHaveLength(before)
    clock.advance(1)
  }
  expect(await caught).toMatchObject({ code: 'unavailable' })
  expect(requests).toHaveLength(4)
})

test('respects Retry-After, within limits', async () => {
  const { run, requests } = start(
    { status: 429, body: '', retryAfter: '7' },
    { status: 429, body: '', retryAfter: '99999' },
    ok,
  )
  expect(await run({ urls: ['https://a.example'] })).toEqual({ result: '0x1' })
  expect(requests[1]!.at - requests[0]!.at).toBe(7_000)
  expect(requests[2]!.at - requests[1]!.at).toBe(30_000)
})

test('deduplicates a pending request, and repeats it afterwards', async () => {
  const { rpc, call, requests } = start(ok)
  expect(await Promise.all([rpc(call), rpc(call), rpc({ ...call, ask: { method: 'eth_call', params: [2] } })])).toEqual(
    ['0x1', '0x1', '0x1'],
  )
  expect(requests).toHaveLength(2)
  await rpc(call)
  expect(requests).toHaveLength(3)
})

test('reports a missing or invalid URL', async () => {
  const { rpc, call } = start(ok)
  await expect(rpc({ ...call, urls: [] })).rejects.toThrow('No RPC url provided for chainId: eip155:1')
  await expect(rpc({ ...call, urls: ['ws://a'] })).rejects.toThrow(
    'Provided URL is not compatible with HTTP connection: ws://a',
  )
})

test('never retries a send', async () => {
  const { run, requests } = start({ status: 503, body: '' })
  await run({ ask: { method: 'eth_sendRawTransaction', params: ['0x02'] }, urls: ['https://a.example'] })
  expect(requests).toHaveLength(1)
})
