import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { v2Output, v3Output } from './poolOutput.ts'
import { maxTick, minTick, sqrtPriceAt } from './v3Maths.ts'

const e18 = 10n ** 18n

describe('the price at a tick', () => {
  it('has the values that v3’s contracts publish', () => {
    expect(sqrtPriceAt(0)).toBe(1n << 96n)
    expect(sqrtPriceAt(minTick)).toBe(4295128739n)
    expect(sqrtPriceAt(maxTick)).toBe(1461446703485210103287273052203988822378723970342n)
    expect(sqrtPriceAt(50)).toBe(79426470787362580746886972461n)
    expect(sqrtPriceAt(-50)).toBe(79030349367926598376800521322n)
  })

  it('grows with the tick', () => {
    fc.assert(
      fc.property(fc.integer({ min: minTick, max: maxTick - 1 }), (tick) => {
        expect(sqrtPriceAt(tick + 1)).toBeGreaterThan(sqrtPriceAt(tick))
      }),
    )
  })
})

/** Liquidity on a wide range, and as much again on a narrow one around the price. */
const pool = {
  sqrtPrice: sqrtPriceAt(0),
  tick: 0,
  liquidity: 2_000n * e18,
  spacing: 60,
  words: new Map([
    [-1, [206, 246]],
    [0, [10, 50]],
  ]),
  net: new Map([
    [-3_000, 1_000n * e18],
    [-600, 1_000n * e18],
    [600, -1_000n * e18],
    [3_000, -1_000n * e18],
  ]),
}

describe('a v3 pool', () => {
  it('crosses ticks in both directions', () => {
    for (const isZeroIn of [true, false]) {
      const output = v3Output(pool, 3_000, isZeroIn, 150n * e18)
      expect(output).toMatchObject({ crossed: 1 })
    }
  })

  it('asks for the word of the bitmap that it has not read', () => {
    expect(v3Output(pool, 3_000, false, 10n ** 30n)).toEqual({ missing: 1 })
    expect(v3Output(pool, 3_000, true, 10n ** 30n)).toEqual({ missing: -2 })
  })

  it('returns no more for two swaps than for one, and nothing for nothing', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 2n, max: 100n * e18 }), fc.boolean(), (amount, isZeroIn) => {
        const out = (each: bigint) => (v3Output(pool, 500, isZeroIn, each) as { amountOut: bigint }).amountOut
        expect(out(amount)).toBeLessThan(amount)
        expect(out(amount)).toBeGreaterThanOrEqual(out(amount - 1n))
        expect(out(0n)).toBe(0n)
      }),
    )
  })
})

it('keeps the product of a v2 pair’s reserves from shrinking', () => {
  const reserve = fc.bigInt({ min: 1n, max: (1n << 112n) - 1n })
  fc.assert(
    fc.property(reserve, reserve, reserve, fc.boolean(), (reserve0, reserve1, amount, isZeroIn) => {
      const out = v2Output({ reserve0, reserve1 }, isZeroIn, amount)
      const [reserveIn, reserveOut] = isZeroIn ? [reserve0, reserve1] : [reserve1, reserve0]
      expect((reserveIn + amount) * (reserveOut - out)).toBeGreaterThanOrEqual(reserve0 * reserve1)
    }),
  )
})
