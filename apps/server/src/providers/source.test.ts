import { KitError } from '@billfold/protocol/error'
import { describe, expect, it } from 'vitest'
import { createMemo } from '../caches/createMemo.ts'
import type { ServerChain } from '../chains/serverChain.ts'
import { createBreaker } from '../rpc/createBreaker.ts'
import { createPriceBook } from './createPriceBook.ts'
import { type PriceSource, tryInOrder } from './source.ts'

const chain: ServerChain = {
  id: 'eip155:1',
  namespace: 'eip155',
  reference: '1',
  name: 'Ethereum',
  rpcUrls: [],
  wsUrls: [],
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  tokens: [],
  contracts: {},
  stables: [],
  isLocal: false,
}
type Fake = { id: string; ask: () => Promise<string | undefined> }
const knows = (id: string): Fake => ({ id, ask: async () => id })
const knowsNot = (id: string): Fake => ({ id, ask: async () => undefined })
const fails = (id: string): Fake => ({ id, ask: async () => Promise.reject(new Error('no')) })
const hangs = (id: string): Fake => ({ id, ask: () => new Promise(() => {}) })

describe('tryInOrder', () => {
  const run = (sources: Fake[], breaker = createBreaker(), signal = new AbortController().signal) =>
    tryInOrder(sources, (source) => source.ask(), { signal, deadlineMs: 20, breaker, scope: 'eip155:1' })

  it('returns the first answer and its source', async () => {
    expect(await run([knows('a'), knows('b')])).toEqual({ value: 'a', source: 'a' })
    expect(await run([fails('a'), knowsNot('b'), hangs('c'), knows('d')])).toEqual({ value: 'd', source: 'd' })
  })

  it('distinguishes an unknown value from unavailable sources', async () => {
    expect(await run([knowsNot('a')])).toBeUndefined()
    expect(await run([])).toBeUndefined()
    await expect(run([knowsNot('a'), fails('b')])).rejects.toMatchObject({ code: 'unavailable' })
  })

  it('skips a source that keeps failing for a while', async () => {
    const breaker = createBreaker({ failures: 2 })
    let attempts = 0
    const bad: Fake = { id: 'bad', ask: async () => Promise.reject(new Error(String(attempts++))) }
    for (let i = 0; i < 5; i++) expect((await run([bad, knows('good')], breaker))?.source).toBe('good')
    expect(attempts).toBe(2)
    await expect(run([bad], breaker)).rejects.toMatchObject({ code: 'unavailable' })
  })

  it('stops when the caller aborts, without blaming a source', async () => {
    const breaker = createBreaker({ failures: 1 })
    const caller = new AbortController()
    const asking = run([hangs('a'), knows('b')], breaker, caller.signal)
    caller.abort()
    await expect(asking).rejects.toMatchObject({ code: 'aborted' })
    expect(breaker.resting()).toEqual([])
  })
})

describe('createPriceBook', () => {
  const source = (id: string, known: Record<string, number>, requests: string[] = []): PriceSource => ({
    id,
    supports: () => true,
    async prices({ tokens }) {
      requests.push(tokens.join())
      return new Map(tokens.flatMap((token) => (token in known ? [[token, { usd: known[token]!, at: 1 }]] : [])))
    },
  })
  const broken: PriceSource = {
    id: 'broken',
    supports: () => true,
    prices: async () => Promise.reject(new Error('no')),
  }
  const book = (...sources: PriceSource[]) => createPriceBook({ sources, breaker: createBreaker() })

  it('queries each source only for what earlier ones did not know, and caches', async () => {
    const [first, second]: string[][] = [[], []]
    const prices = book(source('a', { x: 2 }, first), source('b', { x: 3, y: 4 }, second))
    const priceOf = await prices(chain, ['x', 'y', 'z'])
    expect([...priceOf]).toEqual([
      ['x', { usd: 2, at: 1, source: 'a' }],
      ['y', { usd: 4, at: 1, source: 'b' }],
    ])
    await prices(chain, ['x', 'z'])
    expect([first, second]).toEqual([['x,y,z'], ['y,z']])
  })

  it('rejects an invalid price', async () => {
    const odd = { a: 0, b: Number.NaN, c: 1e308, d: -1, e: Number.POSITIVE_INFINITY, f: '1' as never, g: 1 }
    expect([...(await book(source('odd', odd))(chain, Object.keys(odd))).keys()]).toEqual(['g'])
  })

  it('fails only if nothing is known and a source failed', async () => {
    expect((await book(broken, source('a', { x: 1 }))(chain, ['x', 'y'])).size).toBe(1)
    expect((await book(source('a', {}))(chain, ['x'])).size).toBe(0)
    await expect(book(broken, source('a', {}))(chain, ['x'])).rejects.toBeInstanceOf(KitError)
  })
})

describe('createMemo', () => {
  it('loads once for concurrent calls, again on expiry or request, and caches no failure', async () => {
    let time = 0
    let loads = 0
    const memo = createMemo<number>({ ttlMs: 10, size: 2, now: () => time })
    const load = async () => ++loads
    expect(await Promise.all([memo('a', load), memo('a', load)])).toEqual([1, 1])
    expect(await memo('a', load, true)).toBe(2)
    time = 10
    expect(await memo('a', load)).toBe(3)
    await expect(memo('b', async () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(await memo('b', load)).toBe(4)
    await memo('c', load)
    expect(await memo('a', load)).toBe(6)
  })
})
