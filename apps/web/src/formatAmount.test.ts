import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatAmount, formatPrice } from './formatAmount.ts'

test.each([
  [0n, 18, '0'],
  [10n ** 18n, 18, '1'],
  [1_234_567_890_123_456_789n, 18, '1.23456'],
  [9_999_999n * 10n ** 17n, 18, '999,999'],
  [1_234_567n * 10n ** 18n, 18, '1,234,567'],
  [12_000_000_000_000n, 18, '0.0₅12'.replace('₅', '₄')],
  [1n, 18, '0.0₁₇1'],
  [-1_500_000n, 6, '-1.5'],
  [875_000_000n, 9, '0.875'],
])('%d with %d decimals reads %s', (amount, decimals, text) => {
  expect(formatAmount(amount, decimals)).toBe(text)
})

test('prices have their significant digits', () => {
  expect(formatPrice(2_999_987_654n, 6)).toBe('2,999.98')
  expect(formatPrice(3_000_000_000n, 6)).toBe('3,000.00')
  expect(formatPrice(1_000_345n, 6)).toBe('1.0003')
  expect(formatPrice(999_123n, 6)).toBe('0.999123')
})

test('an amount is never rounded up', () => {
  fc.assert(
    fc.property(fc.bigInt(1n, 10n ** 24n), (amount) => {
      const shown = formatAmount(amount, 18)
      fc.pre(!/[₀-₉]/.test(shown))
      const [whole = '', fraction = ''] = shown.replaceAll(',', '').split('.')
      expect(BigInt(whole + fraction.padEnd(18, '0')) <= amount).toBe(true)
    }),
  )
})
