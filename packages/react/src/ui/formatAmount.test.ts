import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatAmount } from './formatAmount.ts'

const wei = (text: string) => BigInt(text.replaceAll('_', ''))

describe('formatAmount', () => {
  it.each([
    ['4_200_000_000_000_000_000', '4.2'],
    ['0', '0'],
    ['1', '0.0₁₇1'],
    ['12_000_000_000_000', '0.0₄12'],
    ['123_456_789_000_000', '0.000123456'],
    ['1_234_567_891_234_567_891', '1.23456'],
    ['1_234_567_999_999_999_999_999_999', '1,234,567'],
    ['999_999_999_999_999_999', '0.999999'],
  ])('%s wei is %s', (value, shown) => expect(formatAmount(wei(value), 18)).toBe(shown))

  it('speaks the language', () => {
    expect(formatAmount(1_234_500_000n, 6, 'de')).toBe('1.234,5')
    expect(formatAmount(1n, 6, 'de')).toBe('0,0₅1')
  })

  it('has the same digits in every language', () => {
    for (const locale of ['ar', 'ar-EG', 'fa', 'hi-IN-u-nu-deva', 'he'])
      for (const value of [1_234_500_000n, 1n, 4_200_000n])
        expect(formatAmount(value, 6, locale).replace(/[^0-9₀-₉]/g, '')).toBe(
          formatAmount(value, 6, 'en').replace(/[^0-9₀-₉]/g, ''),
        )
  })

  it('never shows more than there is', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 30n }), fc.integer({ min: 0, max: 24 }), (value, decimals) => {
        const text = formatAmount(value, decimals).replaceAll(',', '')
        const plain = text.replace(/^(0\.0)([₀-₉]+)/, (_, __, count: string) => {
          const zeros = Number([...count].map((digit) => '₀₁₂₃₄₅₆₇₈₉'.indexOf(digit)).join(''))
          return `0.${'0'.repeat(zeros)}`
        })
        const [whole = '0', rest = ''] = plain.split('.')
        const shown = BigInt(whole + rest.padEnd(decimals, '0').slice(0, decimals))
        expect(shown).toBeLessThanOrEqual(value)
        // …and at least 99.9 % of it.
        expect((value - shown) * 1000n).toBeLessThanOrEqual(value)
      }),
    )
  })
})
