import type { NoQuote } from '@billfold/protocol/api/swap'
import { beforeEach, describe, expect, it } from 'vitest'
import { swapRequest } from '../../../test/testSwaps.ts'
import { createMemoryTexts } from '../../caches/sharedTexts.ts'
import type { EvmAddress } from '../../chains/serverChain.ts'
import { createBreaker } from '../../rpc/createBreaker.ts'
import type { PriceBook } from '../createPriceBook.ts'
import { native } from '../source.ts'
import type { ApprovalGas } from './createApprovalGas.ts'
import { createQuoteAggregator } from './createQuoteAggregator.ts'
import type { SimulatedQuote, SimulateQuote } from './createQuoteSimulator.ts'
import type { QuoteSource, SourceQuote } from './quoteSource.ts'

let time = 0
let refused: string[] = []
let failed: string[] = []
beforeEach(() => {
  time = Date.UTC(2026, 10, 15)
  refused = []
  failed = []
})

const router: EvmAddress = '0x00000000000000000000000000000000000000aa'
const signal = () => new AbortController().signal
const ether = 10n ** 18n
/** Ether at 3,000 dollars: the hundred dollars of the request are worth a thirtieth of it. */
const fair = (100n * ether) / 3_000n
const prices = (async () =>
  new Map([
    [native, { usd: 3_000, at: time, source: 'test' }],
    [swapRequest().from, { usd: 1, at: time, source: 'test' }],
  ])) as unknown as PriceBook

const quoted = (change: Partial<SourceQuote> = {}): SourceQuote => {
  const amountOut = change.amountOut ?? (fair * 99n) / 100n
  return {
    amountOut,
    minOut: (amountOut * 99n) / 100n,
    fees: [],
    route: [],
    gas: 200_000n,
    spender: router,
    expiresAt: time + 30_000,
    memo: undefined,
    ...change,
  }
}

/** A source that responds on demand, and counts its requests. */
function fake(id: string, answer: () => SourceQuote | undefined | Promise<SourceQuote | undefined> = () => quoted()) {
  let requests = 0
  const source: QuoteSource = {
    id,
    name: id,
    supports: () => true,
    quote: async () => {
      requests += 1
      return answer()
    },
    build: () => Promise.reject(new Error('not here')),
  }
  return { ...source, times: () => requests }
}

const aggregatorOf = (sources: QuoteSource[], more: Partial<Parameters<typeof createQuoteAggregator>[0]> = {}) =>
  createQuoteAggregator({
    sources,
    prices,
    decimalsOf: async (_, asset) => (asset === 'native' ? 18 : 6),
    trusted: () => [router],
    approvalGas: async () => 0n,
    simulate: async (_source, _request, quote) => ({ quote }),
    breaker: createBreaker({ failures: 2, restMs: 5_000, now: () => time }),
    onRefused: (source, _chain, reason) => refused.push(`${source}: ${reason}`),
    onFailed: (source, _chain, reason) => failed.push(`${source}: ${reason}`),
    now: () => time,
    ...more,
  })
const gwei = 10n ** 9n
/** Whatever the approval, it takes this much; notes who would get it. */
const noting =
  (spenders: string[], gas: bigint): ApprovalGas =>
  async (_, spender) => {
    spenders.push(spender)
    return gas
  }

describe('waiting', () => {
  it('for the first ends with one good quote while others are pending, and for all with everyone', async () => {
    let answer: (quote: SourceQuote) => void = () => {}
    const late = fake('late', () => new Promise((resolve) => (answer = resolve)))
    const one = aggregatorOf([late, fake('early')])
    const first = await one.collect(swapRequest(), gwei, 'first', signal())
    expect(first.quotes.map(({ source }) => source.id)).toEqual(['early'])
    expect(first.silent).toMatchObject([{ source: { id: 'late' }, state: 'asked' }])
    const all = one.collect(swapRequest(), gwei, 'all', signal())
    answer(quoted({ amountOut: fair }))
    // The better one is first although it arrived last, and each was queried once.
    expect((await all).quotes.map(({ source }) => source.id)).toEqual(['late', 'early'])
    expect(late.times()).toBe(1)
  })

  it('queries a source once for several servers with the same request, each with its own gas price', async () => {
    const texts = createMemoryTexts({ now: () => time })
    let answer: (quote: SourceQuote) => void = () => {}
    const slow = fake('slow', () => new Promise((resolve) => (answer = resolve)))
    const servers = [1, 2, 3].map(() => aggregatorOf([slow], { texts, chainOf: () => swapRequest().chain }))
    const collecting = servers.map((one, n) => one.collect(swapRequest(), gwei * BigInt(n + 1), 'all', signal()))
    await expect.poll(() => slow.times()).toBe(1)
    answer(quoted())
    const offers = (await Promise.all(collecting)).map(({ quotes }) => quotes[0]!)
    expect(slow.times()).toBe(1)
    expect(new Set(offers.map(({ id }) => id)).size).toBe(1)
    expect(offers.map(({ gasPrice }) => gasPrice)).toEqual([gwei, gwei * 2n, gwei * 3n])
    expect(offers[1]!.netOut).toBeLessThan(offers[0]!.netOut)
    expect((await servers[2]!.find(offers[0]!.id))?.quote).toEqual(offers[0]!.quote)
  })

  it("lets each server query for itself after another's failure or timeout", async () => {
    const texts = createMemoryTexts({ now: () => time })
    let isWell = false
    const shaky = fake('shaky', () => (isWell ? quoted() : Promise.reject(new Error('no'))))
    const [one, two] = [1, 2].map(() => aggregatorOf([shaky], { texts }))
    expect((await one!.collect(swapRequest(), gwei, 'all', signal())).silent).toMatchObject([{ state: 'failed' }])
    isWell = true
    expect((await two!.collect(swapRequest(), gwei, 'all', signal())).quotes).toHaveLength(1)
    const taken = createMemoryTexts({ now: () => time })
    let looks = 0
    taken.claim = async () => (++looks < 3 ? 'taken' : 'ours')
    expect(
      (await aggregatorOf([shaky], { texts: taken }).collect(swapRequest(), gwei, 'all', signal())).quotes,
    ).toHaveLength(1)
  })

  it('for the first skips sources that have nothing or fail', async () => {
    const broken = fake('broken', () => Promise.reject(new Error('no')))
    const answer = await aggregatorOf([fake('empty', () => undefined), broken, fake('good')]).collect(
      swapRequest(),
      gwei,
      'first',
      signal(),
    )
    expect(answer.quotes.map(({ source }) => source.id)).toEqual(['good'])
  })

  it('ends when no source has a quote', async () => {
    const answer = await aggregatorOf([fake('empty', () => undefined)]).collect(swapRequest(), gwei, 'first', signal())
    expect(answer).toMatchObject({ quotes: [], silent: [{ state: 'none' }] })
    const why = { reason: 'no_route' }
    expect(await aggregatorOf([]).collect(swapRequest(), gwei, 'all', signal())).toEqual({
      quotes: [],
      silent: [],
      why,
    })
  })

  it('ends for a slow source, even if it ignores its signal', async () => {
    const deaf = fake('deaf', () => new Promise(() => {}))
    const answer = await aggregatorOf([deaf, fake('good')], { deadlineMs: 30 }).collect(
      swapRequest(),
      gwei,
      'all',
      signal(),
    )
    expect(answer.quotes).toHaveLength(1)
    expect(answer.silent).toMatchObject([{ source: { id: 'deaf' }, state: 'failed', reason: 'too slow' }])
  })

  it('ends when the caller aborts, while the round continues for the others', async () => {
    let answer: (quote: SourceQuote) => void = () => {}
    const slow = fake('slow', () => new Promise((resolve) => (answer = resolve)))
    const one = aggregatorOf([slow])
    const gone = new AbortController()
    const left = one.collect(swapRequest(), gwei, 'all', gone.signal)
    const stays = one.collect(swapRequest(), gwei, 'all', signal())
    gone.abort()
    await expect(left).rejects.toMatchObject({ code: 'timeout' })
    answer(quoted())
    expect((await stays).quotes).toHaveLength(1)
  })
})

describe('simulation', () => {
  it('offers the simulated output, and its minimum', async () => {
    const got = (fair * 98n) / 100n
    const simulate: SimulateQuote = async (_source, { slippageBps }, quote) => ({
      quote: { ...quote, amountOut: got, minOut: (got * BigInt(10_000 - slippageBps)) / 10_000n },
    })
    const { quotes } = await aggregatorOf([fake('one')], { simulate }).collect(swapRequest(), 0n, 'all', signal())
    expect(quotes[0]).toMatchObject({ netOut: got, quote: { amountOut: got } })
  })

  it.each<[string, SimulatedQuote, string, NoQuote]>([
    ['fails', { failure: 'Transfers are paused' }, 'refused', { reason: 'would_fail' }],
    ['gives less', { fault: 'gives less than the minimum' }, 'refused', { reason: 'would_fail' }],
    ['builds for another', { fault: 'a contract that is not on the list' }, 'refused', { reason: 'unavailable' }],
    ['cannot be simulated', 'cannot simulate', 'failed', { reason: 'unavailable' }],
  ])('rejects %s, without effect on other pairs', async (_, outcome, state, why) => {
    const simulate: SimulateQuote = async (_source, { to }, quote) => (to === router ? { quote } : outcome)
    const one = aggregatorOf([fake('one')], { simulate })
    const answer = await one.collect(swapRequest(), gwei, 'all', signal())
    expect(answer).toMatchObject({ quotes: [], silent: [{ state, why }], why })
    expect((await one.collect(swapRequest({ to: router }), gwei, 'all', signal())).quotes).toHaveLength(1)
  })

  it('is given up if too slow, without blaming the source', async () => {
    let isSlow = true
    const simulate: SimulateQuote = (_source, _request, quote) =>
      isSlow ? new Promise(() => {}) : Promise.resolve({ quote })
    const one = aggregatorOf([fake('one')], { simulate, deadlineMs: 20 })
    for (const slippageBps of [101, 102, 103])
      expect(await one.collect(swapRequest({ slippageBps }), gwei, 'all', signal())).toMatchObject({
        why: { reason: 'timeout' },
      })
    isSlow = false
    expect((await one.collect(swapRequest(), gwei, 'all', signal())).quotes).toHaveLength(1)
  })
})

describe('ranking', () => {
  it('goes by the output after gas', async () => {
    const more = fake('more', () => quoted({ amountOut: fair, gas: 900_000n }))
    const less = fake('less', () => quoted({ amountOut: fair - 10n ** 13n, gas: 100_000n }))
    const { quotes } = await aggregatorOf([more, less]).collect(swapRequest(), 50n * gwei, 'all', signal())
    expect(quotes.map(({ source }) => source.id)).toEqual(['less', 'more'])
    expect(quotes[1]!.netOut).toBe(fair - 900_000n * 50n * gwei)
    expect(quotes[1]!.gasUsd).toBeCloseTo(135, 5)
    const cheap = await aggregatorOf([more, less]).collect(swapRequest(), 1n, 'all', signal())
    expect(cheap.quotes.map(({ source }) => source.id)).toEqual(['more', 'less'])
  })

  it('includes the gas of a preceding approval, unless a token’s own permit replaces it', async () => {
    const requests: string[] = []
    const bySignature: QuoteSource = { ...fake('signed', () => quoted({ gas: 255_000n })), permitKind: 'eip2612' }
    const byApproval: QuoteSource = { ...fake('approved'), permitKind: 'permit2', spenderOn: () => router }
    const ranked = async (approvalGas: bigint) => {
      const { quotes } = await aggregatorOf([byApproval, bySignature], {
        approvalGas: noting(requests, approvalGas),
      }).collect(swapRequest(), gwei, 'all', signal())
      return quotes.map(({ source, approvalGas: gas, netOut, quote }) => [source.id, gas, quote.amountOut - netOut])
    }
    expect(await ranked(0n)).toEqual([
      ['approved', 0n, 200_000n * gwei],
      ['signed', 0n, 255_000n * gwei],
    ])
    expect(await ranked(60_000n)).toEqual([
      ['signed', 0n, 255_000n * gwei],
      ['approved', 60_000n, 260_000n * gwei],
    ])
    expect(new Set(requests)).toEqual(new Set([router]))
  })

  it('reads the allowance before the quote arrives, if the spender is known', async () => {
    let answer: (quote: SourceQuote) => void = () => {}
    const requests: string[] = []
    const slow: QuoteSource = {
      ...fake('slow', () => new Promise((resolve) => (answer = resolve))),
      spenderOn: () => router,
    }
    const answered = aggregatorOf([slow], { approvalGas: noting(requests, 1n) }).collect(
      swapRequest(),
      gwei,
      'all',
      signal(),
    )
    await expect.poll(() => requests).toEqual([router])
    answer(quoted())
    expect((await answered).quotes[0]!.approvalGas).toBe(1n)
  })

  it('goes by the output if no prices are known', async () => {
    const nothing = { prices: (() => Promise.reject(new Error('down'))) as unknown as PriceBook }
    const [a, b] = [
      fake('a', () => quoted({ amountOut: 10n ** 30n })),
      fake('b', () => quoted({ amountOut: 10n ** 30n + 1n, gas: 900_000n })),
    ]
    const { quotes } = await aggregatorOf([a, b], nothing).collect(swapRequest(), gwei, 'all', signal())
    expect(quotes.map(({ source }) => source.id)).toEqual(['b', 'a'])
    expect(quotes[0]!.quote.priceImpactBps).toBeUndefined()
  })

  it("computes a source's gap to the market, without its fees, if it reports none", async () => {
    const fees = [{ name: 'Service fee', token: 'native' as const, amount: fair / 100n }]
    const dear = fake('dear', () => quoted({ amountOut: (fair * 89n) / 100n, fees }))
    const stated = fake('told', () => quoted({ priceImpactBps: 7 }))
    const { quotes } = await aggregatorOf([dear, stated]).collect(swapRequest(), gwei, 'all', signal())
    expect(quotes.map(({ quote }) => quote.priceImpactBps)).toEqual([7, 1_000])
  })
})

describe('a round', () => {
  it('serves everyone with the same concurrent request, and no one with another', async () => {
    const source = fake('one')
    const one = aggregatorOf([source])
    await Promise.all([1, 2, 3].map(() => one.collect(swapRequest(), gwei, 'all', signal())))
    expect(source.times()).toBe(1)
    for (const change of [{ amount: 1n }, { slippageBps: 50 }, { to: router }, { user: router }, { fee: undefined }])
      await one.collect(swapRequest(change), gwei, 'all', signal())
    expect(source.times()).toBe(6)
    time += 5_001
    await one.collect(swapRequest(), gwei, 'all', signal())
    expect(source.times()).toBe(7)
  })

  it('offers a quote exactly until it expires', async () => {
    const one = aggregatorOf([fake('short', () => quoted({ expiresAt: time + 1_000 }))])
    const { quotes } = await one.collect(swapRequest(), gwei, 'all', signal())
    const { id } = quotes[0]!
    time += 999
    expect((await one.find(id))?.id).toBe(id)
    time += 1
    expect(await one.find(id)).toBeUndefined()
    expect((await one.collect(swapRequest(), gwei, 'all', signal())).quotes).toEqual([])
  })
})

describe('an unreliable source', () => {
  it('is skipped after failures, on that chain, and tried again', async () => {
    let isDown = true
    const source = fake('down', () => (isDown ? Promise.reject(new Error('down')) : quoted()))
    const one = aggregatorOf([source], { keepMs: 0 })
    const ask = (change = {}) => {
      time += 1
      return one.collect(swapRequest(change), gwei, 'all', signal())
    }
    await ask()
    await ask()
    expect(failed).toEqual(['down: internal', 'down: internal'])
    expect((await ask()).silent).toMatchObject([{ state: 'failed', reason: 'resting after failures' }])
    expect(source.times()).toBe(2)
    await ask({ chain: { ...swapRequest().chain, id: 'eip155:10' } })
    expect(source.times()).toBe(3)
    time += 5_001
    isDown = false
    expect((await ask()).quotes).toHaveLength(1)
    expect((await ask()).quotes).toHaveLength(1)
  })

  it('is distrusted only for the pair that it failed', async () => {
    const one = aggregatorOf([fake('liar')])
    const { quotes } = await one.collect(swapRequest(), gwei, 'all', signal())
    await one.withdraw(quotes[0]!, 'gives less than the minimum')
    expect((await one.collect(swapRequest({ amount: 5n }), gwei, 'all', signal())).quotes).toEqual([])
    const other = await one.collect(swapRequest({ to: router }), gwei, 'all', signal())
    expect(other.quotes.map(({ source }) => source.id)).toEqual(['liar'])
  })

  it('is withdrawn after a lie, and excluded from the next rounds', async () => {
    const one = aggregatorOf([fake('liar'), fake('honest')])
    const { quotes } = await one.collect(swapRequest(), gwei, 'all', signal())
    const lie = quotes.find(({ source }) => source.id === 'liar')!
    await one.withdraw(lie, 'gives less than the minimum')
    expect(await one.find(lie.id)).toBeUndefined()
    expect((await one.collect(swapRequest(), gwei, 'all', signal())).quotes.map(({ source }) => source.id)).toEqual([
      'honest',
    ])
    time += 5_001
    const next = await one.collect(swapRequest(), gwei, 'all', signal())
    expect(next.silent).toMatchObject([{ source: { id: 'liar' }, state: 'refused' }])
    expect(refused).toEqual(['liar: gives less than the minimum', 'liar: a source that lied a moment ago'])
    time += 30_001
    expect((await one.collect(swapRequest(), gwei, 'all', signal())).quotes).toHaveLength(2)
  })

  it('is rejected if its output is too good, or its spender unlisted', async () => {
    const greedy = fake('greedy', () => quoted({ amountOut: (fair * 112n) / 100n }))
    const thief = fake('thief', () => quoted({ spender: '0x00000000000000000000000000000000000000bb' }))
    const { quotes } = await aggregatorOf([greedy, thief]).collect(swapRequest(), gwei, 'all', signal())
    expect(quotes).toEqual([])
    expect(refused).toEqual(['greedy: an output far above the market', 'thief: a spender that is not on the list'])
  })
})
