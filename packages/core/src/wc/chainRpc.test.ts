import { KitError } from '@billfold/protocol/error'
import { expect, test } from 'vitest'
import { settle } from '../../test/walletConnect/memoryRelay.ts'
import { fakeClock } from '../ports/fakeClock.ts'
import type { Http, HttpRequest } from '../ports/http.ts'
import { createChainRpc } from './chainRpc.ts'

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
  const rpc = createChainRpc({ http, clock })
  const call = {
    urls: ['https://a.example', 'https://b.example'],
    chainId: 'eip155:1',
    method: 'eth_call',
    params: [1],
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

test('asks the chain as JSON, within ten seconds', async () => {
  const { run, requests } = start(ok)
  expect(await run()).toEqual({ result: '0x1' })
  expect(requests).toMatchObject([
    { url: 'https://a.example', timeoutMs: 10_000, headers: { 'content-type': 'application/json' } },
  ])
  expect(JSON.parse(requests[0]!.body!)).toMatchObject({ jsonrpc: '2.0', method: 'eth_call', params: [1] })
})

test.each([403, 408, 413, 429, 500, 502, 503, 504])('tries again after %i, elsewhere', async (status) => {
  const { run, requests } = start({ status, body: '' }, ok)
  expect(await run()).toEqual({ result: '0x1' })
  expect(requests.map((r) => r.url)).toEqual(['https://a.example', 'https://b.example'])
})

test.each([-1, -32005, -32603])('tries again after code %i', async (code) => {
  const { run, requests } = start(rpcError(code), ok)
  expect(await run()).toEqual({ result: '0x1' })
  expect(requests).toHaveLength(2)
})

test.each([400, 401, 404])('does not after %i', async (status) => {
  const { run, requests } = start({ status, body: 'no' })
  expect(await run()).toMatchObject({ error: { code: 'unavailable' } })
  expect(requests).toHaveLength(1)
})

test('a refusal by the chain is the answer', async () => {
  const { run, requests } = start(rpcError(-32601))
  expect(await run()).toMatchObject({ error: { code: 'unknown_method', message: 'no' } })
  expect(requests).toHaveLength(1)
})

test('waits 150 ms and twice as long each time, three times, then says why', async () => {
  const { rpc, call, requests, clock } = start(new KitError('timeout'))
  const caught = rpc(call).catch((e: unknown) => e)
  for (const ms of [150, 300, 600]) {
    await settle()
    const before = requests.length
    clock.advance(ms - 1)
    await settle()
    expect(requests).toHaveLength(before)
    clock.advance(1)
  }
  expect(await caught).toMatchObject({ code: 'timeout' })
  expect(requests).toHaveLength(4)
})

test('a server that asks for patience gets it, within reason', async () => {
  const { run, requests } = start(
    { status: 429, body: '', retryAfter: '7' },
    { status: 429, body: '', retryAfter: '99999' },
    ok,
  )
  expect(await run()).toEqual({ result: '0x1' })
  expect(requests[1]!.at - requests[0]!.at).toBe(7_000)
  expect(requests[2]!.at - requests[1]!.at).toBe(30_000)
})

test('one question at a time is asked once, and asked anew afterwards', async () => {
  const { rpc, call, requests } = start(ok)
  expect(await Promise.all([rpc(call), rpc(call), rpc({ ...call, params: [2] })])).toEqual(['0x1', '0x1', '0x1'])
  expect(requests).toHaveLength(2)
  await rpc(call)
  expect(requests).toHaveLength(3)
})

test('no address, or one that is none, is said', async () => {
  const { rpc, call } = start(ok)
  await expect(rpc({ ...call, urls: [] })).rejects.toThrow('No RPC url provided for chainId: eip155:1')
  await expect(rpc({ ...call, urls: ['ws://a'] })).rejects.toThrow(
    'Provided URL is not compatible with HTTP connection: ws://a',
  )
})
