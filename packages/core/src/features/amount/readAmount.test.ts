import { decimalOf } from '@billfold/protocol/decimalOf'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toUnits } from './entryUnits.ts'
import { groupAmount } from './groupAmount.ts'
import { readAmount } from './readAmount.ts'

const locales = [
  'en',
  'de',
  'fr',
  'es',
  'pt',
  'tr',
  'ru',
  'hi',
  'zh',
  'ja',
  'ko',
  'ar',
  'he',
  'de-CH',
  'en-IN',
  'es-MX',
]
const locale = fc.constantFrom(...locales)
const decimals = fc.integer({ min: 0, max: 36 })
const units = fc.bigInt({ min: 1n, max: 2n ** 256n - 1n })

it('reads back what it writes, to the last unit', () => {
  fc.assert(
    fc.property(units, decimals, locale, (amount, digits, tag) => {
      const kept = decimalOf({ amount, decimals: digits })
      expect(toUnits(kept, digits)).toEqual({ units: amount })
      expect(readAmount(groupAmount(kept, tag), [tag])).toEqual({ amount: kept })
    }),
  )
})

it('never reads a text as a number that no reader would', () => {
  fc.assert(
    fc.property(units, decimals, locale, locale, (amount, digits, page, visitor) => {
      const kept = decimalOf({ amount, decimals: digits })
      for (const writer of [page, visitor]) {
        const read = readAmount(groupAmount(kept, writer), [page, visitor])
        if ('amount' in read) expect(read.amount).toBe(kept)
        else expect(read.problem).toBe('ambiguous')
      }
    }),
  )
})

it.each([
  ['1,000.5', 'en', '1000.5'],
  ['1.000,5', 'en', '1000.5'],
  ['1.000,5', 'de', '1000.5'],
  ['1,234', 'en', '1234'],
  ['1.234', 'de', '1234'],
  ['1.234', 'en', '1.234'],
  ['1,234', 'de', '1.234'],
  ['1,234,567.89', 'en', '1234567.89'],
  ['1,5', 'en', '1.5'],
  ['0,5', 'de', '0.5'],
  ['0.125', 'de', '0.125'],
  ['0,125', 'en', '0.125'],
  ['1.5', 'de', '1.5'],
  ['1 234 567,89', 'fr', '1234567.89'],
  ['1\u202f234\u202f567,89', 'fr', '1234567.89'],
  ['1\u00a0234,5', 'ru', '1234.5'],
  ['1234.567', 'fr', '1234.567'],
  ["1'234.50", 'de-CH', '1234.50'],
  ['1’234.5', 'de-CH', '1234.5'],
  ['12,34,567.8', 'hi', '1234567.8'],
  ['१,२३४.५', 'hi', '1234.5'],
  ['1.000.000', 'en', '1000000'],
  ['٣٫٥', 'ar', '3.5'],
  ['١٬٢٣٤٫٥', 'ar-EG', '1234.5'],
  ['۱۲۳۴٫۵', 'ar', '1234.5'],
  ['١٢٣٤٫٥٦٧', 'de', '1234.567'],
  ['١،٥', 'ar', '1.5'],
  ['１２３．５', 'ja', '123.5'],
  ['\u20681,234.5\u2069', 'en', '1234.5'],
  [' 5 ', 'en', '5'],
  ['0.123 456 789', 'en', '0.123456789'],
  ['123456789012345678901234567890', 'en', '123456789012345678901234567890'],
  ['000.5', 'en', '0.5'],
  ['.5', 'en', '0.5'],
  [',5', 'en', '0.5'],
  ['1,', 'en', '1'],
  ['1,234,', 'en', '1234'],
  ['', 'en', ''],
  ['.', 'en', ''],
])('reads %s in %s as %s', (text, tag, amount) => {
  expect(readAmount(text, [tag])).toEqual({ amount })
})

it.each([
  ['1e18', 'en', 'exponent'],
  ['1e5', 'en', 'exponent'],
  ['1e-7', 'en', 'exponent'],
  ['1.5E-7', 'en', 'exponent'],
  ['1,00,000,00', 'en', 'notNumber'],
  ['1,23.456,7', 'en', 'notNumber'],
  ['1,234,5', 'en', 'notNumber'],
  ['-5', 'en', 'notNumber'],
  ['−5', 'en', 'notNumber'],
  ['(5)', 'en', 'notNumber'],
  ['0x10', 'en', 'notNumber'],
  ['1/2', 'en', 'notNumber'],
  ['½', 'en', 'notNumber'],
  ['1 5', 'en', 'notNumber'],
  ['1٬5', 'ar', 'notNumber'],
  ['12\t345', 'en', 'notNumber'],
  ['1.5.', 'en', 'notNumber'],
  ['5%', 'en', 'notNumber'],
  ['five', 'en', 'notNumber'],
  ['9'.repeat(79), 'en', 'tooLarge'],
  [`${'0'.repeat(500)}1`, 'en', 'tooLarge'],
] as const)('rejects %s in %s: %s', (text, tag, problem) => {
  expect(readAmount(text, [tag])).toEqual({ problem })
})

describe('when two readers would read different numbers', () => {
  it.each([
    ['1,234', ['en', 'nl'], ['1234', '1.234']],
    ['1.234', ['es', 'es-MX'], ['1234', '1.234']],
    ['1.234', ['fr'], ['1234', '1.234']],
    ['1234,567', ['en'], ['1234567', '1234.567']],
  ])('reads %s for %s as neither', (text, readers, either) => {
    expect(readAmount(text, readers)).toEqual({ problem: 'ambiguous', either })
  })

  it('reads texts that both readers agree on', () => {
    for (const [text, amount] of [
      ['1,5', '1.5'],
      ['1.5', '1.5'],
      ['1234', '1234'],
      ['1,234.5', '1234.5'],
      ['1.234,5', '1234.5'],
      ['1.2340', '1.2340'],
    ])
      expect(readAmount(text!, ['en', 'nl']), text).toEqual({ amount })
  })
})

it('reports impossible amounts, and rounds none', () => {
  expect(toUnits('0.0000001', 6)).toEqual({ problem: 'tooManyDecimals' })
  expect(toUnits('0.1000000', 1)).toEqual({ units: 1n })
  expect(toUnits('0.000000000000000001', 18)).toEqual({ units: 1n })
  expect(toUnits('1000.000000000000000001', 18)).toEqual({ units: 1000000000000000000001n })
  expect(toUnits('1.5', 0)).toEqual({ problem: 'tooManyDecimals' })
  expect(toUnits('0', 18)).toEqual({ problem: 'zero' })
  expect(toUnits('0.', 18)).toEqual({ problem: 'zero' })
  expect(toUnits('', 18)).toEqual({ problem: 'none' })
  expect(toUnits('1e5', 18)).toEqual({ problem: 'exponent' })
  expect(toUnits(`${2n ** 256n}`, 0)).toEqual({ problem: 'tooLarge' })
})

it.each([0, 8, 9, 10, 12])('is exact to the last of %i decimals, and accepts no more', (digits) => {
  fc.assert(
    fc.property(units, fc.integer({ min: 1, max: 9 }), (amount, last) => {
      const kept = decimalOf({ amount, decimals: digits })
      expect(toUnits(kept, digits)).toEqual({ units: amount })
      const [whole, fraction = ''] = kept.split('.')
      const finer = `${whole}.${fraction.padEnd(digits, '0')}${last}`
      expect(toUnits(finer, digits)).toEqual({ problem: 'tooManyDecimals' })
    }),
  )
})
