import { encodeBase58 } from '@billfold/protocol/base58'
import { KitError } from '@billfold/protocol/error'
import { keccak256 } from 'viem'
import { describe, expect, it } from 'vitest'
import { createChains } from '../chains/createChains.ts'
import type { ServerChain } from '../chains/serverChain.ts'
import { createGate } from '../limits/createGate.ts'
import { runAsVisitor } from '../limits/visitor.ts'
import { createBreaker } from './createBreaker.ts'
import { createRpc } from './createRpc.ts'
import type { FetchJson } from './fetchJson.ts'

type Sent = { id: number; method: string }
const chain: ServerChain = {
  id: 'eip155:1',
  namespace: 'eip155',
  reference: '1',
  name: 'Ethereum',
  rpcUrls: ['https://a.example', 'https://b.example'],
  wsUrls: [],
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  tokens: [],
  contracts: {},
  stables: [],
  isLocal: false,
}

/** An rpc with given node responses, and the list of requests by node. */
function setUp(answer: (host: string, sent: Sent) => object | undefined, options: { batchSize?: number } = {}) {
  const requests: string[] = []
  const sizes: number[] = []
  let time = 0
  const fetchJson: FetchJson = async ({ url, body }) => {
    const host = new URL(url).hostname[0]!
    const list = (Array.isArray(body) ? body : [body]) as Sent[]
    sizes.push(list.length)
    requests.push(`${host} ${list[0]!.method}`)
    const replies = list.map((sent) => {
      const reply = answer(host, sent)
      if (!reply) throw new KitError('unavailable')
      return { jsonrpc: '2.0', id: sent.id, ...reply }
    })
    // In a different order than requested, as nodes may.
    return { status: 200, headers: new Headers(), json: Array.isArray(body) ? replies.reverse() : replies[0] }
  }
  const rpc = createRpc({ chains: createChains([chain]), fetchJson, now: () => time, ...options })
  return { rpc: rpc('eip155:1'), open: rpc, requests, sizes, pass: (ms: number) => (time += ms) }
}

describe('createRpc', () => {
  it('keeps the order of a split batch', async () => {
    const { rpc, sizes } = setUp(
      (_, { method }) =>
        method === 'no' ? { error: { code: 3, message: 'reverted', data: '0x01' } } : { result: method },
      { batchSize: 2 },
    )
    const calls = ['a', 'no', 'c', 'd', 'e'].map((method) => ({ method, params: [] }))
    const outcomes = await rpc.batch(calls)
    expect(sizes).toEqual([2, 2, 1])
    expect(outcomes.map((o) => (o.ok ? o.result : [o.error.code, o.error.message, o.error.data]))).toEqual([
      'a',
      [3, 'reverted', '0x01'],
      'c',
      'd',
      'e',
    ])
    await expect(rpc.call('no', [])).rejects.toMatchObject({ name: 'RpcError', code: 3 })
  })

  it('keeps a node open whose light calls time out for five visitors, and skips one that fails itself', async () => {
    let isWell = true
    const { rpc, requests } = setUp((host, { method }) => {
      if (host === 'b') return undefined
      if (method === 'eth_getCode' || !isWell) throw new KitError('timeout')
      return { result: host }
    })
    const strangers = Array.from({ length: 8 }, (_, n) => `203.0.113.${n}`)
    const attack = () =>
      Promise.all(
        strangers.map((who) => runAsVisitor(who, () => rpc.call('eth_getCode', ['0xab', 'latest']).catch(() => {}))),
      )
    await attack()
    // The server has probed the node by now.
    await expect.poll(() => requests).toContain('a eth_blockNumber')
    expect(await runAsVisitor('198.51.100.7', () => rpc.call('eth_chainId', []))).toBe('a')
    isWell = false
    requests.length = 0
    await attack()
    await expect.poll(() => requests).toContain('a eth_blockNumber')
    requests.length = 0
    await expect(runAsVisitor('198.51.100.7', () => rpc.call('eth_chainId', []))).rejects.toThrow('No node')
    expect(requests).toEqual([])
  })

  it('fails over to the next node, skips the bad one, and returns to it', async () => {
    let isDown = true
    const { rpc, requests, pass } = setUp((host) => (host === 'a' && isDown ? undefined : { result: host }))
    for (let i = 0; i < 5; i++) expect(await rpc.call('eth_x', [])).toBe('b')
    expect(requests.splice(0)).toHaveLength(10)
    expect(await rpc.call('eth_x', [])).toBe('b')
    expect(requests.splice(0)).toEqual(['b eth_x'])
    isDown = false
    pass(5_001)
    expect(await rpc.call('eth_x', [])).toBe('a')
  })

  it('tries another node when one rate limits, and returns its error if there is no other', async () => {
    const busy = { error: { code: -32005, message: 'limit exceeded' } }
    const one = setUp((host) => (host === 'a' ? busy : { result: 1 }))
    expect(await one.rpc.call('eth_getLogs', [])).toBe(1)
    const both = setUp(() => busy)
    for (let i = 0; i < 9; i++) await expect(both.rpc.call('eth_getLogs', [])).rejects.toMatchObject({ code: -32005 })
  })

  it('reports a payment as sent when the first node accepted it and only its response was lost', async () => {
    const raw = '0x02f8'
    const known = { error: { code: -32000, message: 'already known' } }
    const lost = setUp((host) => (host === 'a' ? undefined : known))
    expect(await lost.rpc.call('eth_sendRawTransaction', [raw])).toBe(keccak256(raw))
    // From the first node it is an ordinary error.
    await expect(setUp(() => known).rpc.call('eth_sendRawTransaction', [raw])).rejects.toMatchObject({ code: -32000 })
    const poor = { error: { code: -32000, message: 'insufficient funds' } }
    const other = setUp((host) => (host === 'a' ? undefined : poor))
    await expect(other.rpc.call('eth_sendRawTransaction', [raw])).rejects.toMatchObject({
      message: 'insufficient funds',
      code: -32603,
    })
  })

  it.each(['sendTransaction', 'author_submitExtrinsic', 'sendrawtransaction'])(
    'does not take a second node’s rejection as the network’s for %s',
    async (method) => {
      const error = { code: 1010, message: 'Invalid Transaction: outdated' }
      const second = setUp((host) => (host === 'a' ? undefined : { error }))
      await expect(second.rpc.call(method, ['0x00'])).rejects.toMatchObject({ code: -32603 })
      await expect(setUp(() => ({ error })).rpc.call(method, ['0x00'])).rejects.toMatchObject({ code: 1010 })
    },
  )

  it('does the same for a Solana payment, by its first signature', async () => {
    const bytes = Uint8Array.from({ length: 150 }, (_, at) => at)
    const params = [Buffer.from(bytes).toString('base64'), { encoding: 'base64' }]
    const error = {
      code: -32002,
      message: 'Transaction simulation failed: This transaction has already been processed',
    }
    const lost = setUp((host) => (host === 'a' ? undefined : { error }))
    expect(await lost.rpc.call('sendTransaction', params)).toBe(encodeBase58(bytes.slice(1, 65)))
    await expect(setUp(() => ({ error })).rpc.call('sendTransaction', params)).rejects.toMatchObject({ code: -32002 })
  })

  it('rejects an unlisted chain', () => {
    expect(() => setUp(() => ({})).open('eip155:2')).toThrow('This server has no chain eip155:2.')
  })

  it('does not trust a node that denies a method', async () => {
    const { rpc } = setUp(() => ({}))
    await expect(rpc.call('eth_x', [])).rejects.toMatchObject({
      code: 'unavailable',
      message: 'No node of Ethereum answers.',
    })
  })
})

describe('createBreaker', () => {
  it('allows one attempt after the back-off, and doubles it each time', () => {
    let time = 0
    const breaker = createBreaker({ failures: 2, restMs: 10, maxRestMs: 30, now: () => time })
    breaker.failed('x')
    expect(breaker.allows('x')).toBe(true)
    breaker.failed('x')
    expect(breaker.allows('x')).toBe(false)
    expect(breaker.allows('y')).toBe(true)
    expect(breaker.resting()).toEqual(['x'])
    time = 10
    expect(breaker.allows('x')).toBe(true)
    expect(breaker.allows('x')).toBe(false)
    breaker.failed('x')
    time = 29
    expect(breaker.allows('x')).toBe(false)
    time = 30
    expect(breaker.allows('x')).toBe(true)
    breaker.released('x')
    expect(breaker.allows('x')).toBe(true)
    breaker.succeeded('x')
    expect(breaker.allows('x') && breaker.allows('x')).toBe(true)
  })
})

describe('createGate', () => {
  it('limits concurrent and queued calls, for each key separately', async () => {
    const gate = createGate({ atOnce: 2, waiting: 1 })
    const doors = [1, 2, 3].map(() => Promise.withResolvers<number>())
    const running: number[] = []
    const work = (n: number) => () => {
      running.push(n)
      return doors[n]!.promise
    }
    const first = gate('x', work(0))
    const second = gate('x', work(1))
    const third = gate('x', work(2))
    await expect(gate('x', async () => 4)).rejects.toMatchObject({ code: 'unavailable' })
    expect(await gate('y', async () => 5)).toBe(5)
    expect(running).toEqual([0, 1])
    doors[0]!.reject(new Error('no'))
    await expect(first).rejects.toThrow('no')
    expect(running).toEqual([0, 1, 2])
    doors[1]!.resolve(1)
    doors[2]!.resolve(2)
    expect(await Promise.all([second, third])).toEqual([1, 2])
    expect(await gate('x', async () => 6)).toBe(6)
  })

  it('lets queued callers abort', async () => {
    const gate = createGate({ atOnce: 1, waiting: 1 })
    const door = Promise.withResolvers<void>()
    const first = gate('x', () => door.promise)
    const caller = new AbortController()
    const second = gate('x', async () => {}, caller.signal)
    caller.abort()
    await expect(second).rejects.toMatchObject({ code: 'aborted' })
    door.resolve()
    await first
    await gate('x', async () => {})
  })
})
