import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decimalOf } from '../transactions/decimalOf.ts'
import { groupAmount, readPasted, readTyped, separatorsOf, toUnits } from './amountText.ts'

const locales = ['en', 'de', 'fr', 'es', 'pt', 'tr', 'ru', 'hi', 'zh', 'ja', 'ko', 'ar', 'he', 'de-CH', 'en-IN']
const locale = fc.constantFrom(...locales)
const decimals = fc.integer({ min: 0, max: 36 })
const units = fc.bigInt({ min: 1n, max: 2n ** 256n - 1n })

test('what is written out is read back, to the last unit', () => {
  fc.assert(
    fc.property(units, decimals, (amount, digits) => {
      expect(toUnits(decimalOf({ amount, decimals: digits }), digits)).toEqual({ units: amount })
    }),
  )
})

test('what is shown in any language is read back, typed over or pasted with a fraction', () => {
  fc.assert(
    fc.property(units, decimals, locale, (amount, digits, tag) => {
      const kept = decimalOf({ amount, decimals: digits })
      const shown = groupAmount(kept, tag)
      expect(readTyped(shown, { locale: tag, caret: shown.length })).toBe(kept)
      const [whole = '', fraction] = kept.split('.')
      // With one sign only, three digits after it may be either: those are asked about, never guessed.
      if (whole.length > 6 || (fraction !== undefined && fraction.length !== 3))
        expect(readPasted(shown, tag)).toEqual({ amount: kept })
    }),
  )
})

test('a pasted text is never read as another number than it is in its own country', () => {
  fc.assert(
    fc.property(units, decimals, locale, locale, (amount, digits, written, read) => {
      const kept = decimalOf({ amount, decimals: digits })
      const result = readPasted(groupAmount(kept, written), read)
      if ('amount' in result && separatorsOf(written).decimal === separatorsOf(read).decimal)
        expect(result.amount).toBe(kept)
      else if ('amount' in result) expect([kept, ...ambiguous(kept)]).toContain(result.amount)
    }),
  )
})
/** The only misreading left: a reader's own decimal sign before three digits, which in that country means a fraction. */
const ambiguous = (kept: string) => {
  const [whole = '', fraction] = kept.split('.')
  return fraction === undefined && whole.length > 3 && whole.length < 7
    ? [`${whole.slice(0, -3)}.${whole.slice(-3)}`]
    : []
}

test.each([
  ['1,000.5', 'en', '1000.5'],
  ['1.000,5', 'en', '1000.5'],
  ['1.000,5', 'de', '1000.5'],
  ['1,5', 'en', '1.5'],
  ['0,5', 'de', '0.5'],
  ['0.125', 'de', '0.125'],
  ['1.5', 'de', '1.5'],
  ['1 234 567,89', 'fr', '1234567.89'],
  ["1'234.50", 'de-CH', '1234.50'],
  ['12,34,567.8', 'hi', '1234567.8'],
  ['1.000.000', 'en', '1000000'],
  ['٣٫٥', 'ar', '3.5'],
  ['１２３', 'ja', '123'],
  ['123456789012345678901234567890', 'en', '123456789012345678901234567890'],
  ['000.5', 'en', '0.5'],
  ['.5', 'en', '0.5'],
])('%s pasted in %s is %s', (text, tag, amount) => {
  expect(readPasted(text, tag)).toEqual({ amount })
})

test.each([
  ['1.000', 'de', 'ambiguous'],
  ['1,000', 'de', { amount: '1.000' }],
  ['1,000', 'en', 'ambiguous'],
  ['1e18', 'en', 'exponent'],
  ['1.5E-7', 'en', 'exponent'],
  ['1,00,000,00', 'en', 'notNumber'],
  ['1,23.456,7', 'en', 'notNumber'],
  ['-5', 'en', 'notNumber'],
  ['0x10', 'en', 'notNumber'],
  ['five', 'en', 'notNumber'],
  ['', 'en', 'none'],
  ['9'.repeat(79), 'en', 'tooLarge'],
] as const)('%s pasted in %s: %s', (text, tag, said) => {
  expect(readPasted(text, tag)).toEqual(typeof said === 'string' ? { problem: said } : said)
})

test('a typed point or comma is the decimal sign, once, in every language', () => {
  for (const tag of locales)
    for (const sign of ['.', ','])
      expect(readTyped(`12${sign}`, { locale: tag, typed: sign, caret: 3 }), `${tag} ${sign}`).toBe('12.')
  expect(readTyped('1,234.5,', { locale: 'en', typed: ',', caret: 8 })).toBe('1234.5')
  expect(readTyped('1.234,5.', { locale: 'de', typed: '.', caret: 8 })).toBe('1234.5')
  expect(readTyped('1,2345', { locale: 'en', typed: '5', caret: 6 })).toBe('12345')
  expect(readTyped('1x2', { locale: 'en', typed: 'x', caret: 2 })).toBe('12')
  expect(readTyped('.', { locale: 'en', typed: '.', caret: 1 })).toBe('0.')
  expect(readTyped('007', { locale: 'en', typed: '7', caret: 3 })).toBe('7')
})

test('amounts that cannot be are named, not rounded', () => {
  expect(toUnits('0.0000001', 6)).toEqual({ problem: 'tooManyDecimals' })
  expect(toUnits('0.1000000', 1)).toEqual({ units: 1n })
  expect(toUnits('0.000000000000000001', 18)).toEqual({ units: 1n })
  expect(toUnits('1000.000000000000000001', 18)).toEqual({ units: 1000000000000000000001n })
  expect(toUnits('0', 18)).toEqual({ problem: 'zero' })
  expect(toUnits('0.', 18)).toEqual({ problem: 'zero' })
  expect(toUnits('', 18)).toEqual({ problem: 'none' })
  expect(toUnits('1e5', 18)).toEqual({ problem: 'exponent' })
  expect(toUnits(`${2n ** 256n}`, 0)).toEqual({ problem: 'tooLarge' })
})
