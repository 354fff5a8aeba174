import type { NoQuote } from '@billfold/protocol/api/swap'
import { KitError } from '@billfold/protocol/error'
import { decodeFunctionData, erc20Abi } from 'viem'
import { describe, expect, it } from 'vitest'
import {
  type Approval,
  base,
  type Change,
  caip,
  fair,
  otherRouter,
  type Quotes,
  router,
  serve,
  stranger,
  swap,
} from '../../test/testSwapServer.ts'
import { ethereum, owner, usdc, usdt } from '../../test/testUpstream.ts'
import type { BuiltSwap, SourceQuote } from '../providers/quotes/quoteSource.ts'

const counted = (reason: string) => [`swap_quotes_refused_total{source="acme",chain="eip155:1",reason="${reason}"} 1`]

describe('swappable tokens', () => {
  it('are the chain’s coin and its tokens if a source has swaps, and otherwise none', async () => {
    const { ask } = serve({ supports: ({ id }) => id === 'eip155:1' })
    const tokensOn = async (chainId: string) => {
      const { status, body } = await ask<{ tokens: { symbol: string }[] }>('tokens', { chainId })
      expect(status).toBe(200)
      return body.tokens.map(({ symbol }) => symbol)
    }
    expect(await tokensOn('eip155:1')).toEqual(expect.arrayContaining(['ETH', 'USDC']))
    // The same tokens are listed there, but no source swaps them.
    expect(base.tokens).toEqual(ethereum.tokens)
    expect(await tokensOn('eip155:8453')).toEqual([])
  })
})

describe('spenders', () => {
  const notListed = 'This contract is not an allowed spender.'
  const user = { userAddress: caip(owner) }

  it.each([stranger, owner, usdc, otherRouter])('cannot be chosen by the caller: %s', async (spender) => {
    const { ask, nodeCalls } = serve()
    const looked = await ask('allowance', { ...user, tokenAddress: swap.from, spender })
    const built = await ask('build-approve', { ...user, ...swap, spender })
    for (const { status, body } of [looked, built]) {
      expect(status).toBe(400)
      expect(body.reasons).toMatchObject([{ field: 'spender', description: notListed }])
    }
    expect(nodeCalls).toEqual([])
  })

  it("are contracts on a source's list, for the exact amount", async () => {
    const { ask } = serve()
    expect((await ask('allowance', { ...user, tokenAddress: swap.from, spender: router })).body).toMatchObject({
      allowance: '0',
    })
    const { status, body } = await ask<Approval>('build-approve', { ...user, ...swap, spender: router })
    expect([status, body.tx.to.toLowerCase()]).toEqual([200, swap.from.toLowerCase()])
    const { functionName, args } = decodeFunctionData({ abi: erc20Abi, data: body.tx.data })
    expect([functionName, String(args[0]).toLowerCase(), args[1]]).toEqual(['approve', router, 100_000_000n])
  })

  it('differ by chain, even if the token has the same address', async () => {
    const { ask } = serve({ quote: { amountOut: 5n }, spenders: { 'eip155:8453': otherRouter } })
    for (const chain of [1, 8453]) {
      const query = { amount: '5', userAddress: owner, from: caip(usdt, chain), to: caip(usdc, chain) }
      expect((await ask<Quotes>('quotes', query)).body.quotes).toHaveLength(1)
    }
    // As existing clients ask: for whatever the last quote was about.
    for (const [chain, spender] of [
      [1, router],
      [8453, otherRouter],
    ] as const) {
      const query = { userAddress: caip(owner, chain), from: caip(usdt, chain), to: caip(usdc, chain) }
      const { body } = await ask<Approval>('build-approve', query)
      const { args } = decodeFunctionData({ abi: erc20Abi, data: body.tx.data })
      expect(String(args[0]).toLowerCase()).toBe(spender)
    }
  })
})

describe('the last quote', () => {
  it('belongs to its requester, even if others ask for the same account', async () => {
    const { ask } = serve({ quote: { amountOut: 5n } })
    const pair = { from: caip(usdt), to: caip(usdc) }
    const quote = (amount: string, visitor: string) =>
      ask<Quotes>('quotes', { ...pair, amount, userAddress: owner }, undefined, visitor)
    const approve = (visitor: string) =>
      ask<Approval>('build-approve', { ...pair, userAddress: caip(owner) }, undefined, visitor)
    await quote('5', '10.0.0.1')
    await quote('5000000', '10.0.0.2')
    const { body } = await approve('10.0.0.1')
    expect(decodeFunctionData({ abi: erc20Abi, data: body.tx.data }).args[1]).toBe(5n)
    const stranger = await approve('10.0.0.3')
    expect([stranger.status, stranger.body.reasons[0]?.field]).toEqual([400, 'amount'])
  })
})

describe('a dishonest source', () => {
  it.each<[string, Partial<SourceQuote>]>([
    ['an output far above the market', { amountOut: fair * 2n }],
    ['an invalid output amount', { amountOut: -1n }],
    ['an invalid output amount', { amountOut: 0n }],
    ['an invalid output amount', { amountOut: 2n ** 256n }],
    ['a minimum that is none', { minOut: 0n }],
    ['a minimum that is none', { minOut: -1n }],
    ['a minimum that is none', { minOut: fair + 1n }],
    ['a minimum below the requested slippage', { minOut: fair / 2n }],
    ['a gas estimate that cannot be', { gas: 10n ** 12n }],
    ['a gas estimate that cannot be', { gas: -1n }],
    ['an invalid fee', { fees: [{ name: 'Fee', token: 'native', amount: -1n }] }],
    ['an invalid fee', { fees: [{ name: 'Fee', token: 'native', amount: 2n ** 256n }] }],
    ['a time that has passed or never comes', { expiresAt: Date.now() - 1 }],
    ['a time that has passed or never comes', { expiresAt: Number.POSITIVE_INFINITY }],
    ['a time that has passed or never comes', { expiresAt: Number.NaN }],
    ['a spender that is not on the list', { spender: stranger }],
    ['a spender that is not on the list', { spender: undefined }],
    ['a contract that is not on the list', { target: stranger }],
    ['a response to another request', { echo: { chainId: 10 } }],
    ['a response to another request', { echo: { to: usdt } }],
    ['a response to another request', { echo: { amount: 1n } }],
  ])('is never offered with a wrong %s (%o), and log and metrics say why', async (reason, quote) => {
    const { ask, operatorView } = serve({ quote })
    const { body } = await ask<Quotes>('quotes', { ...swap, userAddress: owner })
    expect(body.quotes).toEqual([])
    expect(body.silent).toMatchObject([{ id: 'acme', state: 'refused', reason }])
    expect(await operatorView()).toMatchObject({
      log: [{ source: 'acme', chain: 'eip155:1', reason }],
      metrics: counted(reason),
    })
  })

  it.each<[string, Partial<BuiltSwap>]>([
    ['a contract that is not on the list', { to: stranger }],
    ['another value than the amount', { value: 1n }],
    ['a minimum below the one that was quoted', { minOut: 1n }],
    ['no call at all', { data: '0x' }],
  ])('is not offered at all if it builds with %s', async (reason, built) => {
    const { ask, operatorView } = serve({ built })
    const { body } = await ask<Quotes>('quotes', { ...swap, userAddress: owner })
    expect(body.quotes).toEqual([])
    expect(body.silent).toMatchObject([{ id: 'acme', state: 'refused', reason }])
    expect(await operatorView()).toMatchObject({ log: [{ reason }], metrics: counted(reason) })
  })

  it.each<[string, Partial<BuiltSwap>]>([
    ['a contract that is not on the list', { to: stranger }],
    ['another value than the amount', { value: 1n }],
    ['a minimum below the one that was quoted', { minOut: 1n }],
    ['no call at all', { data: '0x' }],
  ])(
    'is rejected, then skipped for a while, if it builds with %s after its quote was accepted',
    async (reason, lie) => {
      const built: Partial<BuiltSwap> = {}
      const { ask, operatorView } = serve({ built })
      const quotes = async () => (await ask<Quotes>('quotes', { ...swap, userAddress: owner })).body
      const { id } = (await quotes()).quotes[0]!
      Object.assign(built, lie)
      const body = { ...swap, userAddress: caip(owner), quoteId: id }
      const { status, body: refused } = await ask('build-transaction', {}, body)
      expect(status).toBe(400)
      expect(refused.reasons[0]?.description).toContain(reason)
      expect(await operatorView()).toMatchObject({ log: [{ reason }], metrics: counted(reason) })
      expect((await quotes()).quotes).toEqual([])
      // The same quote again: it is gone.
      expect((await ask('build-transaction', {}, body)).body.reasons).toMatchObject([{ field: 'quoteId' }])
    },
  )
})

it('skips a source that keeps failing, and names it in metrics', async () => {
  const { ask, operatorView } = serve({ isDown: true })
  for (const amount of ['1', '2', '3', '4', '5', '6']) {
    const { body } = await ask<Quotes>('quotes', { ...swap, amount, userAddress: owner }, undefined, `10.0.0.${amount}`)
    expect(body.quotes).toEqual([])
  }
  expect((await operatorView()).resting).toEqual(['upstream_circuits_open{upstream="acme",chain="eip155:1"} 1'])
})

describe('a burst', () => {
  it('of 128 quotes of one visitor is rate-limited, without effect on others', async () => {
    const door = Promise.withResolvers<void>()
    const { ask, operatorView } = serve({
      quote: { amountOut: 1_000n },
      until: ({ amount }) => (amount < 1_000n ? door.promise : Promise.resolve()),
    })
    const quotes = (amount: number, visitor: string) =>
      ask<Quotes>('quotes', { ...swap, amount: String(amount), userAddress: owner }, undefined, visitor)
    const burst = Array.from({ length: 128 }, (_, index) => quotes(index + 1, '10.0.0.1'))
    const early = await Promise.all(burst.slice(8))
    expect(new Set(early.map(({ status, retryAfter }) => `${status} ${retryAfter}`))).toEqual(new Set(['429 1']))
    expect((await quotes(5_000, '10.0.0.2')).body.quotes).toHaveLength(1)
    door.resolve()
    for (const { status } of await Promise.all(burst.slice(0, 8))) expect(status).toBe(200)
    expect((await quotes(6_000, '10.0.0.1')).body.quotes).toHaveLength(1)
    expect((await operatorView()).resting).toEqual([])
  })

  it('that fails skips the source for that visitor only', async () => {
    let isDown = true
    const until = () => (isDown ? Promise.reject(new KitError('unavailable')) : Promise.resolve())
    const { ask, operatorView } = serve({ quote: { amountOut: 1_000n }, until })
    const quotes = (amount: number, visitor: string) =>
      ask<Quotes>('quotes', { ...swap, amount: String(amount), userAddress: owner }, undefined, visitor)
    for (let amount = 1; amount <= 128; amount += 1) await quotes(amount, '10.0.0.1')
    isDown = false
    expect((await operatorView()).resting).toEqual([])
    expect((await quotes(200, '10.0.0.1')).body.silent).toMatchObject([{ reason: 'resting after failures' }])
    expect((await quotes(201, '10.0.0.2')).body.quotes).toHaveLength(1)
  })
})

describe('no quote', () => {
  const query = { ...swap, userAddress: owner }
  const busy = new KitError('too_many_requests', { cause: { retryAfterS: 7 } })

  it.each<[string, Change, NoQuote, number, retryAfter: string | null]>([
    ['an amount too small', { quote: { amountOut: 1n, minOut: 0n } }, { reason: 'amount_too_small' }, 400, null],
    ['a source that is down', { isDown: true }, { reason: 'unavailable' }, 503, '5'],
    ['a source that is busy', { isDown: busy }, { reason: 'busy', retryAfter: 7 }, 429, '7'],
    ['a source that is too slow', { until: () => new Promise(() => {}) }, { reason: 'timeout' }, 504, null],
    ['no source at all', { supports: () => false }, { reason: 'no_route' }, 404, null],
  ])(
    'because of %s has its reason, even for clients that read statuses',
    async (_, change, why, status, retryAfter) => {
      const { ask } = serve(change)
      const { status: answered, body } = await ask<Quotes>('quotes', query)
      // Existing clients know the empty list: only the reason is new.
      expect([answered, body.quotes, body.why]).toEqual([200, [], why])
      const built = await ask('build-transaction', {}, { ...swap, userAddress: caip(owner) })
      expect([built.status, built.retryAfter]).toEqual([status, retryAfter])
    },
  )

  it('is not reported as a missing route after a quote was withdrawn', async () => {
    const built: Partial<BuiltSwap> = {}
    const { ask } = serve({ built })
    const { id } = (await ask<Quotes>('quotes', query)).body.quotes[0]!
    Object.assign(built, { to: stranger })
    await ask('build-transaction', {}, { ...swap, userAddress: caip(owner), quoteId: id })
    expect((await ask<Quotes>('quotes', query)).body.why).toEqual({ reason: 'unavailable' })
  })
})
