import fc from 'fast-check'
import { expect, test } from 'vitest'
import { unitsOf } from './unitsOf.ts'

test('converts decimal text to smallest units exactly, for any amount', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }), fc.integer({ min: 0, max: 30 }), (units, decimals) => {
      const digits = String(units).padStart(decimals + 1, '0')
      const cut = digits.length - decimals
      const text = decimals ? `${digits.slice(0, cut)}.${digits.slice(cut)}` : digits
      expect(unitsOf(text, decimals)).toBe(units)
    }),
  )
})

test.each([
  ['1.0000001', 6],
  ['1e3', 18],
  ['-1', 18],
  ['', 18],
  ['1.', 18],
])('rejects %s with %i decimals instead of rounding', (text, decimals) => {
  expect(unitsOf(text, decimals)).toBeUndefined()
})
