import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  deviation,
  inverse,
  meanTick,
  priceThrough,
  ratioAtTick,
  ratioOfReserves,
  ratioOfSqrtPrice,
  weightedMedian,
} from './poolMaths.ts'
import { oneUsd, usdToNumber } from './usd.ts'

const asNumber = ({ n, d }: { n: bigint; d: bigint }) => Number((n * 10n ** 18n) / d) / 1e18

describe('the price in a pool', () => {
  it('follows from the reserves of a pair, whatever the decimals', () => {
    // 1,000 ether against 3,000,000 dollars of six decimals.
    const ratio = ratioOfReserves(1_000n * 10n ** 18n, 3_000_000n * 10n ** 6n)
    expect(priceThrough(ratio, 18, { decimals: 6, price: oneUsd })).toBe(3_000n * oneUsd)
    expect(priceThrough(inverse(ratio), 6, { decimals: 18, price: 3_000n * oneUsd })).toBe(oneUsd)
  })

  it('follows from a square root', () => {
    expect(asNumber(ratioOfSqrtPrice(1n << 96n))).toBe(1)
    expect(asNumber(ratioOfSqrtPrice(3n << 95n))).toBe(2.25)
  })

  it('follows from a tick', () => {
    expect(asNumber(ratioAtTick(0))).toBe(1)
    expect(asNumber(ratioAtTick(1))).toBe(1.0001)
    expect(asNumber(ratioAtTick(-1))).toBeCloseTo(1 / 1.0001, 15)
    for (const tick of [-60_000, -1_234, 777, 60_000])
      expect(asNumber(ratioAtTick(tick)) / 1.0001 ** tick).toBeCloseTo(1, 9)
  })

  it("matches Uniswap's own square roots at the last ticks", () => {
    const sqrt = (tick: number) => {
      const { n, d } = ratioAtTick(tick)
      return Number((n * 10n ** 60n) / d) / 1e60
    }
    // MIN_SQRT_RATIO and MAX_SQRT_RATIO of the v3 core, squared.
    expect(sqrt(-887_272) / (4_295_128_739 / 2 ** 96) ** 2).toBeCloseTo(1, 9)
    expect(sqrt(887_272) / (1.46144670348521e48 / 2 ** 96) ** 2).toBeCloseTo(1, 9)
  })

  it('is missing in an empty pool', () => {
    expect(priceThrough(ratioOfReserves(0n, 5n), 18, { decimals: 6, price: oneUsd })).toBe(0n)
  })
})

describe('the mean tick', () => {
  it('rounds down on both sides of zero', () => {
    expect(meanTick(0n, 1_001n, 10)).toBe(100)
    expect(meanTick(0n, -1_001n, 10)).toBe(-101)
    expect(meanTick(-1_000n, -2_000n, 10)).toBe(-100)
  })
})

describe('the price of several pools', () => {
  it('is not moved by an outlier with little money', () => {
    const honest = { price: 3_000n * oneUsd, weight: 1_000_000n }
    const wild = { price: oneUsd * 10n ** 9n, weight: 999_999n }
    expect(weightedMedian([wild, honest])).toBe(honest.price)
    expect(weightedMedian([])).toBeUndefined()
  })

  it('is always that of one pool, with half of the money on either side', () => {
    const quote = fc.record({ price: fc.bigInt(1n, 1_000n), weight: fc.bigInt(1n, 1_000n) })
    fc.assert(
      fc.property(fc.array(quote, { minLength: 1 }), (quotes) => {
        const middle = weightedMedian(quotes)!
        const sum = (list: typeof quotes) => list.reduce((total, { weight }) => total + weight, 0n)
        expect(quotes.some(({ price }) => price === middle)).toBe(true)
        expect(sum(quotes.filter(({ price }) => price < middle)) * 2n <= sum(quotes)).toBe(true)
        expect(sum(quotes.filter(({ price }) => price > middle)) * 2n <= sum(quotes)).toBe(true)
      }),
    )
  })
})

describe('the distance of two prices', () => {
  it('is in hundredths of a percent', () => {
    expect(deviation(105n, 100n)).toBe(500)
    expect(deviation(95n, 100n)).toBe(500)
    expect(deviation(1n, 0n)).toBe(Number.POSITIVE_INFINITY)
  })
  it('of a price and itself is zero', () => expect(usdToNumber(BigInt(deviation(oneUsd, oneUsd)))).toBe(0))
})
