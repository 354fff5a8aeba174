import fc from 'fast-check'
import { expect, test } from 'vitest'
import { marketPrices, skewed, worth } from './marketPrices.ts'

test('ether is about 3,000 dollars, and differs between neighbouring chains', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2 ** 31 }), (chainId) => {
      const here = marketPrices(chainId).weth
      expect(here >= 3_000_00000000n && here < 3_030_00000000n).toBe(true)
      expect(marketPrices(chainId + 1).weth).not.toBe(here)
    }),
  )
})

test('counts worth in the token’s own decimals', () => {
  expect(worth({ decimals: 6 }, 1_00000000n, 250n)).toBe(250_000000n)
  expect(worth({ decimals: 18 }, 3_000_00000000n, 1_500n)).toBe(5n * 10n ** 17n)
  expect(worth({ decimals: 8 }, 90_000_00000000n, 45_000n)).toBe(50_000_000n)
})

test('skews by hundredths of a percent, either way', () => {
  expect(skewed(10_000n, 25)).toBe(10_025n)
  expect(skewed(10_000n, -25)).toBe(9_975n)
})
