import fc from 'fast-check'
import { expect, it } from 'vitest'
import { formatAmount } from './formatAmount.ts'
import { formatAtMost } from './formatAtMost.ts'

const value = fc.oneof(fc.bigInt({ min: 0n, max: 10n ** 7n }), fc.bigInt({ min: 0n, max: 10n ** 40n }))
const decimals = fc.integer({ min: 0, max: 24 })

/** The amount of a shown text, in smallest units of a token with 100 decimals. */
function parseUnits(text: string): bigint {
  const plain = text.replaceAll(',', '').replace(/^0\.0([₀-₉]+)/, (_, count: string) => {
    const zeros = Number([...count].map((digit) => '₀₁₂₃₄₅₆₇₈₉'.indexOf(digit)).join(''))
    return `0.${'0'.repeat(zeros)}`
  })
  const [whole = '0', rest = ''] = plain.split('.')
  return BigInt(whole + rest.padEnd(100, '0'))
}

it('rounds an upper bound up and a lower bound down, each by less than one step of the last digit shown', () => {
  fc.assert(
    fc.property(value, decimals, (units, places) => {
      const exact = units * 10n ** BigInt(100 - places)
      const [least, most] = [parseUnits(formatAmount(units, places)), parseUnits(formatAtMost(units, places))]
      expect(least).toBeLessThanOrEqual(exact)
      expect(most).toBeGreaterThanOrEqual(exact)
      // Within a thousandth of what it is.
      expect((most - exact) * 1000n).toBeLessThanOrEqual(exact)
      if (least === exact) expect(most).toBe(exact)
    }),
    { numRuns: 1000 },
  )
})

it.each([
  [12_345678901234567891n, 18, '12.3457'],
  [12_345600000000000000n, 18, '12.3456'],
  [999_999_999_999_999_999n, 18, '1'],
  [441_234_567_891_234n, 18, '0.000441235'],
  [12_345_678_901_234n, 18, '0.0₄1235'],
  [99_999_999_999_999n, 18, '0.0001'],
  [0n, 18, '0'],
  [1n, 0, '1'],
])('at most %s of %i decimals is %s', (units, places, shown) => {
  expect(formatAtMost(units, places)).toBe(shown)
})
