import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fullRange, integerSquareRoot, rangeAround, sqrtPriceX96, tickAt } from './v3Price.ts'

describe('integerSquareRoot', () => {
  test('is the largest integer whose square fits, for any number', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 1n << 400n }), (n) => {
        const root = integerSquareRoot(n)
        expect(root * root <= n && (root + 1n) * (root + 1n) > n).toBe(true)
      }),
    )
  })

  test('rejects a negative number', () => {
    expect(() => integerSquareRoot(-1n)).toThrow('A negative number has no real square root.')
  })
})

describe('sqrtPriceX96', () => {
  test('of equal amounts is one, in Q96', () => {
    expect(sqrtPriceX96(7n, 7n)).toBe(1n << 96n)
  })

  test('of Uniswap documentation-sized amounts: 100 to 1 and back', () => {
    expect(sqrtPriceX96(1n, 100n)).toBe(10n << 96n)
    expect(sqrtPriceX96(100n, 1n)).toBe((1n << 96n) / 10n)
  })

  test('rejects an empty side', () => {
    expect(() => sqrtPriceX96(0n, 1n)).toThrow(RangeError)
  })
})

describe('tickAt', () => {
  // The bounds Uniswap's TickMath publishes, and the tick of price 2.
  test.each([
    [4295128739n, -887272],
    [1n << 96n, 0],
    [sqrtPriceX96(1n, 2n), 6931],
  ])('%s lies in tick %i', (price, tick) => {
    expect(Math.abs(tickAt(price) - tick)).toBeLessThanOrEqual(1)
  })
})

describe('ranges', () => {
  test('full range of each spacing', () => {
    expect(fullRange(1)).toEqual({ tickLower: -887272, tickUpper: 887272 })
    expect(fullRange(60)).toEqual({ tickLower: -887220, tickUpper: 887220 })
    expect(fullRange(200)).toEqual({ tickLower: -887200, tickUpper: 887200 })
  })

  test('a range around any tick contains it, keeps the spacing and lies within the full range', () => {
    const spacing = fc.constantFrom(1, 10, 60, 200)
    fc.assert(
      fc.property(
        fc.integer({ min: -880_000, max: 880_000 }),
        fc.integer({ min: 1, max: 50_000 }),
        spacing,
        (tick, reach, step) => {
          const { tickLower, tickUpper } = rangeAround(tick, reach, step)
          expect(tickLower < tick && tick < tickUpper).toBe(true)
          expect(Math.abs(tickLower % step) + Math.abs(tickUpper % step)).toBe(0)
          expect(tickLower >= fullRange(step).tickLower && tickUpper <= fullRange(step).tickUpper).toBe(true)
        },
      ),
    )
  })
})
