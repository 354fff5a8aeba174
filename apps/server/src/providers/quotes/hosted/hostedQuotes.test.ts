import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { answers, coin, least, out, sourcesAt, swaps } from '../../../../test/testAnswers.ts'
import { calls, house, mainnet, nowhere, swapRequest, weth } from '../../../../test/testSwaps.ts'
import { badDays, owner, startUpstream, type Upstream, usdc } from '../../../../test/testUpstream.ts'
import { buildFault, quoteFault } from '../checkQuote.ts'
import { nativeCoin, type QuoteSource, type SourceQuote } from '../quoteSource.ts'
import { createTrustedContracts } from '../trustedContracts.ts'
import { type HostedSwapId, hostedContracts } from './hostedContracts.ts'

let upstream: Upstream
let make: ReturnType<typeof sourcesAt>
let time = Date.UTC(2026, 10, 15)
beforeAll(async () => {
  upstream = await startUpstream()
  make = sourcesAt(upstream.url, () => time)
})
afterAll(() => upstream.close())

const signal = () => new AbortController().signal
const trusted = createTrustedContracts()
const ids = Object.keys(hostedContracts) as HostedSwapId[]
const fault = (source: QuoteSource, quote: SourceQuote | undefined, request = swapRequest()) =>
  quote && quoteFault(request, quote, trusted(request.chain, source.id), time)

describe.each(ids)('%s', (id) => {
  it('gets its key in a header only, and its response reaches the aggregator', async () => {
    const source = make[id]()
    upstream.says({ body: answers[id]() })
    const quote = await source.quote(swapRequest(), signal())
    expect(quote).toMatchObject({ amountOut: out, minOut: least, spender: expect.stringMatching(/^0x/) })
    expect(quote!.spender!.toLowerCase()).toBe(hostedContracts[id].address.toLowerCase())
    expect(quote!.fees[0]).toMatchObject({ name: 'Service fee', bps: 85 })
    expect(quote!.route.length).toBeGreaterThan(0)
    expect(fault(source, quote)).toBeUndefined()
    expect(upstream.requests).toHaveLength(1)
    const [seen] = upstream.requests
    expect(`${seen?.path}?${seen?.query}`).not.toContain('secret')
  })

  it('gets no request to wrap, or for unsupported chains', async () => {
    const source = make[id]()
    upstream.says({ body: answers[id]() })
    expect(await source.quote(swapRequest({ from: weth }), signal())).toBeUndefined()
    expect(upstream.requests).toHaveLength(0)
    expect(source.supports(mainnet)).toBe(true)
    expect(source.supports({ ...mainnet, isLocal: true })).toBe(false)
    expect(source.supports({ ...mainnet, reference: '31337' })).toBe(false)
    expect(source.supports({ ...mainnet, namespace: 'solana' })).toBe(false)
  })

  it('is skipped until its Retry-After has passed', async () => {
    const source = make[id]()
    upstream.says({ status: 429, headers: { 'retry-after': '20' }, body: { message: 'Too many requests' } })
    await expect(source.quote(swapRequest(), signal())).rejects.toMatchObject({ code: 'too_many_requests' })
    await expect(source.quote(swapRequest(), signal())).rejects.toMatchObject({ code: 'too_many_requests' })
    expect(upstream.requests).toHaveLength(1)
    time += 21_000
    upstream.says({ body: answers[id]() })
    expect(await source.quote(swapRequest(), signal())).toBeDefined()
  })

  it.each(Object.keys(badDays))('returns no quote and reveals no key if it %s', async (day) => {
    const source = make[id]({ deadlineMs: 300 })
    upstream.says(badDays[day]!)
    const failed = await source.quote(swapRequest(), signal()).then(
      (quote) => ({ quote }),
      (e: Error) => e,
    )
    expect(failed).toBeInstanceOf(Error)
    expect(String(failed)).not.toMatch(/secret|127\.0\.0\.1/)
  })

  it.each([
    ['a negative output', '-5'],
    ['an output beyond all numbers', '9'.repeat(90)],
    ['no output', '0'],
  ])('rejects %s with a reason', async (_, amount) => {
    const source = make[id]()
    const field = { '0x': 'buyAmount', '1inch': 'dstAmount', lifi: '', kyberswap: 'amountOut' }[id]
    const { estimate } = answers.lifi()
    upstream.says({
      body:
        id === 'lifi'
          ? answers.lifi({ estimate: { ...estimate, toAmount: amount } })
          : answers[id]({ [field]: amount }),
    })
    expect(fault(source, await source.quote(swapRequest(), signal()))).toMatch(/an invalid output amount|a minimum/)
  })

  it('rejects an output that is not a number', async () => {
    const field = { '0x': 'buyAmount', '1inch': 'dstAmount', lifi: 'estimate', kyberswap: 'amountOut' }[id]
    for (const value of ['1e30', '0x', 1.5, null, {}, '1'.repeat(101)]) {
      upstream.says({ body: answers[id]({ [field]: value }) })
      await expect(make[id]().quote(swapRequest(), signal())).rejects.toMatchObject({ code: 'unavailable' })
    }
  })
})

describe('the requests of each service', () => {
  const requestOf = async (id: HostedSwapId) => {
    upstream.says({ body: answers[id]() })
    const quote = await make[id]().quote(swapRequest(), signal())
    return { quote: quote!, seen: upstream.requests[0]!, query: Object.fromEntries(upstream.requests[0]!.query) }
  }

  it('0x', async () => {
    const { seen, query, quote } = await requestOf('0x')
    expect(seen.path).toBe('/swap/allowance-holder/quote')
    expect(seen.headers).toMatchObject({ '0x-api-key': 'zx-secret', '0x-version': 'v2' })
    expect(query).toEqual({
      chainId: '1',
      sellToken: usdc.toLowerCase(),
      buyToken: coin.toLowerCase(),
      sellAmount: '100000000',
      taker: owner.toLowerCase(),
      slippageBps: '100',
      swapFeeRecipient: house,
      swapFeeBps: '85',
      swapFeeToken: coin.toLowerCase(),
    })
    expect(quote.fees).toEqual([
      { name: 'Service fee', token: nativeCoin, amount: 282900655572365n, bps: 85 },
      { name: '0x fee', token: nativeCoin, amount: 49500000000000n },
    ])
    const built = await make['0x']().build(swapRequest(), quote, signal())
    expect(buildFault(swapRequest(), quote, built, trusted(mainnet, '0x'))).toBeUndefined()
    expect(built).toMatchObject({ data: calls.zeroX(least), value: 0n, minOut: least })
  })

  it('LI.FI', async () => {
    const { seen, query, quote } = await requestOf('lifi')
    expect(seen.path).toBe('/quote')
    expect(seen.headers['x-lifi-api-key']).toBe('li-secret')
    expect(query).toMatchObject({
      fromChain: '1',
      toChain: '1',
      toToken: nowhere,
      slippage: '0.01',
      integrator: 'acme',
      fee: '0.0085',
    })
    expect(quote.fees).toMatchObject([
      { amount: 850000n, bps: 85 },
      { name: 'LIFI Fixed Fee', amount: 250000n },
    ])
    expect(quote.route).toEqual([{ exchange: 'SushiSwap', from: usdc.toLowerCase(), to: nativeCoin }])
    expect(quote.gas).toBe(308_000n)
    const built = await make.lifi().build(swapRequest(), quote, signal())
    expect(buildFault(swapRequest(), quote, built, trusted(mainnet, 'lifi'))).toBeUndefined()
  })

  it('1inch, with a second request for the transaction after half of the slippage is used up', async () => {
    const { seen, query, quote } = await requestOf('1inch')
    expect([seen.path, seen.headers.authorization]).toEqual(['/swap/v6.1/1/quote', 'Bearer in-secret'])
    expect(query).toEqual({
      src: usdc.toLowerCase(),
      dst: coin.toLowerCase(),
      amount: '100000000',
      fee: '0.85',
      includeGas: 'true',
      includeTokensInfo: 'true',
    })
    expect(quote.fees).toEqual([{ name: 'Service fee', token: nativeCoin, amount: (out * 85n) / 9_915n, bps: 85 }])
    upstream.says({ body: swaps['1inch'](least + 5n) })
    const built = await make['1inch']().build(swapRequest(), quote, signal())
    expect(upstream.requests[0]!.path).toBe('/swap/v6.1/1/swap')
    expect(Object.fromEntries(upstream.requests[0]!.query)).toMatchObject({
      from: owner.toLowerCase(),
      slippage: '0.5',
      fee: '0.85',
      referrer: house,
      compatibility: 'true',
      disableEstimate: 'true',
    })
    expect(built.minOut).toBe(least + 5n)
    expect(buildFault(swapRequest(), quote, built, trusted(mainnet, '1inch'))).toBeUndefined()
  })

  it('KyberSwap, which gets its own response back', async () => {
    const { seen, query, quote } = await requestOf('kyberswap')
    expect([seen.path, seen.headers['x-client-id']]).toEqual(['/ethereum/api/v1/routes', 'acme'])
    expect(query).toMatchObject({ feeAmount: '85', isInBps: 'true', chargeFeeBy: 'currency_in', feeReceiver: house })
    expect(quote.fees).toEqual([{ name: 'Service fee', token: usdc.toLowerCase(), amount: 850_000n, bps: 85 }])
    upstream.says({ body: swaps.kyberswap(least) })
    const built = await make.kyberswap().build(swapRequest(), quote, signal())
    expect(upstream.requests[0]!.path).toBe('/ethereum/api/v1/route/build')
    expect(JSON.parse(upstream.requests[0]!.body)).toEqual({
      routeSummary: answers.kyberswap().data.routeSummary,
      sender: owner.toLowerCase(),
      recipient: owner.toLowerCase(),
      slippageTolerance: 50,
      deadline: Math.floor(time / 1000) + 300,
      source: 'acme',
    })
    expect(buildFault(swapRequest(), quote, built, trusted(mainnet, 'kyberswap'))).toBeUndefined()
  })

  it('sends no fee parameters if the operator takes none', async () => {
    for (const id of ids) {
      upstream.says({ body: answers[id]() })
      await make[id]().quote(swapRequest({ fee: undefined }), signal())
      expect([...upstream.requests[0]!.query.keys()].join()).not.toMatch(/fee/i)
    }
  })
})
