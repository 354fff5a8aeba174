import fc from 'fast-check'
import { expect, test } from 'vitest'
import { automaticSlippageBps, impactSteps, rateText } from './swapMaths.ts'

test.each([
  [undefined, 0],
  [300, 0],
  [301, 1],
  [1_000, 1],
  [1_001, 2],
])('maps an impact of %s to %i steps', (bps, steps) => {
  expect(impactSteps(bps)).toBe(steps)
})

test('derives slippage from the pool’s depth, within the automatic maximum', () => {
  const byImpact = (priceImpactBps?: number) => automaticSlippageBps([{ priceImpactBps }])
  expect(automaticSlippageBps([])).toBe(100)
  expect(byImpact(undefined)).toBe(100)
  expect(byImpact(0)).toBe(50)
  expect(byImpact(120)).toBe(170)
  expect(byImpact(5_000)).toBe(300)
})

test('widens slippage after price movement, whichever source reports it', () => {
  const byVolatility = (volatilityBps?: number) => automaticSlippageBps([{ priceImpactBps: 0, volatilityBps }])
  expect([undefined, 0, 25].map(byVolatility)).toEqual([50, 50, 50])
  expect([26, 50, 51, 120, 400].map(byVolatility)).toEqual([75, 75, 100, 150, 300])
  expect(automaticSlippageBps([{ priceImpactBps: 10 }, { priceImpactBps: 900, volatilityBps: 60 }])).toBe(110)
  // Without a known depth, the default applies, and is widened too.
  expect(automaticSlippageBps([{ volatilityBps: 60 }])).toBe(150)
})

test('bounds slippage, and never narrows it for less depth or more movement', () => {
  const bps = fc.option(fc.nat(10_000), { nil: undefined })
  const quotes = fc.array(fc.record({ priceImpactBps: bps, volatilityBps: bps }), { maxLength: 5 })
  fc.assert(
    fc.property(quotes, fc.nat(10_000), (all, more) => {
      const slippage = automaticSlippageBps(all)
      expect(slippage).toBeGreaterThanOrEqual(50)
      expect(slippage).toBeLessThanOrEqual(300)
      const [best, ...rest] = all
      if (!best) return
      const { priceImpactBps, volatilityBps = 0 } = best
      expect(automaticSlippageBps([{ ...best, volatilityBps: volatilityBps + more }, ...rest])).toBeGreaterThanOrEqual(
        slippage,
      )
      if (priceImpactBps === undefined) return
      expect(
        automaticSlippageBps([{ ...best, priceImpactBps: priceImpactBps + more }, ...rest]),
      ).toBeGreaterThanOrEqual(slippage)
    }),
  )
})

test.each([
  [{ fromAmount: `${10n ** 18n}`, toAmount: '2992500000' }, 18, 6, '2992.5'],
  [{ fromAmount: '5', toAmount: `${7n * 10n ** 24n}` }, 0, 24, '1.4'],
  [{ fromAmount: `${1234n * 10n ** 18n}`, toAmount: '1' }, 18, 6, '0.000000000810372'],
  [{ fromAmount: '3', toAmount: '1' }, 0, 0, '0.333333'],
  [{ fromAmount: '1', toAmount: '123456789' }, 0, 0, '123456789'],
  [{ fromAmount: '1', toAmount: `${9n * 10n ** 30n}` }, 0, 0, `9${'0'.repeat(30)}`],
  [{ fromAmount: `${10n ** 18n}`, toAmount: '2992512345' }, 18, 6, '2992.51'],
])('turns %j into a rate of %s', (quote, from, to, rate) => {
  expect(rateText(quote, from, to)).toBe(rate)
})

test('computes a positive rate that never exceeds the true one, to five digits or more', () => {
  const amount = fc.bigInt({ min: 1n, max: 10n ** 40n })
  const decimals = fc.integer({ min: 0, max: 77 })
  fc.assert(
    fc.property(amount, amount, decimals, decimals, (given, got, from, to) => {
      const [whole = '', fraction = ''] = rateText({ fromAmount: `${given}`, toAmount: `${got}` }, from, to).split('.')
      // rate = received / paid × 10^(from − to), both sides as integers.
      const rate = BigInt(whole + fraction) * given * 10n ** BigInt(to)
      const exact = got * 10n ** BigInt(from) * 10n ** BigInt(fraction.length)
      expect(rate).toBeGreaterThan(0n)
      expect(rate).toBeLessThanOrEqual(exact)
      expect((exact - rate) * 100_000n).toBeLessThanOrEqual(exact)
    }),
    { numRuns: 1000 },
  )
})
