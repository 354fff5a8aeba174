import fc from 'fast-check'
import { expect, test } from 'vitest'
import { priceOfReserves, priceOfSqrt, wordAt } from './poolPrice.ts'
import { inverse, times, toFixed } from './ratio.ts'

const word = (value: bigint) => value.toString(16).padStart(64, '0')
const amounts = fc.bigInt(1n, (1n << 112n) - 1n)
const decimals = fc.record({ decimals0: fc.integer({ min: 0, max: 24 }), decimals1: fc.integer({ min: 0, max: 24 }) })

test('a v2 pair of 100 WETH and 300,000 USDC has the price 3,000', () => {
  const data = `0x${word(100n * 10n ** 18n)}${word(300_000n * 10n ** 6n)}${word(1n)}`
  const price = priceOfReserves(data, { decimals0: 18, decimals1: 6 })
  expect(toFixed(price, 6)).toBe(3_000_000_000n)
  expect(toFixed(inverse(price), 18)).toBe(333_333_333_333_333n)
})

test('a v3 pool at 2^96 of equal decimals has the price one', () => {
  expect(toFixed(priceOfSqrt(1n << 96n, { decimals0: 18, decimals1: 18 }), 18)).toBe(10n ** 18n)
})

test('v2 and v3 agree on the same price', () => {
  fc.assert(
    fc.property(fc.bigInt(1n, 1n << 50n), decimals, (root, places) => {
      const v3 = priceOfSqrt(root << 96n, places)
      const v2 = priceOfReserves(`0x${word(1n)}${word(root * root)}`, places)
      expect(v3.num * v2.den).toBe(v2.num * v3.den)
    }),
  )
})

test('a price times its inverse is exactly one', () => {
  fc.assert(
    fc.property(amounts, amounts, decimals, (a, b, places) => {
      const price = priceOfReserves(`0x${word(a)}${word(b)}`, places)
      const one = times(price, inverse(price))
      expect(one.num).toBe(one.den)
    }),
  )
})

test('an empty pool and a short response are errors, not prices', () => {
  expect(() => priceOfReserves(`0x${word(0n)}${word(1n)}`, { decimals0: 18, decimals1: 18 })).toThrow('empty')
  expect(() => priceOfSqrt(0n, { decimals0: 18, decimals1: 18 })).toThrow('empty')
  expect(() => wordAt('0x1234', 0)).toThrow('too few words')
})
