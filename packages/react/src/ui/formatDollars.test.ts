import { expect, test } from 'vitest'
import { languages } from '../i18n/matchLocale.ts'
import { formatDecimal } from './formatDecimal.ts'
import { dollarParts, formatDollars } from './formatDollars.ts'

test('writes dollars with two decimals, and small amounts as less than a cent', () => {
  expect(formatDollars(12408.114)).toBe('$12,408.11')
  expect(formatDollars(0)).toBe('$0.00')
  expect(formatDollars(0.0004)).toBe('<$0.01')
  expect(formatDollars(1234.5, 'de')).toBe('1.234,50\u00a0$')
})

test.each([...languages, 'en-AU', 'fr-CA', 'es-MX', 'pt-PT', 'zh-TW', 'ar-EG'])(
  'writes one sign, no letters, and Latin digits in %s',
  (locale) => {
    for (const value of [0.001, 1234.5]) expect(formatDollars(value, locale)).toMatch(/^[^$\p{L}]*\$[^$\p{L}]*$/u)
    expect(formatDollars(1234.5, locale).replace(/\D/g, '')).toBe('123450')
    expect(
      dollarParts(1234.5, locale)
        .map(({ text }) => text)
        .join(''),
    ).toBe(formatDollars(1234.5, locale))
  },
)

test('puts the sign after the number right to left, whatever surrounds it', () => {
  // The mark at the start makes both one, which an isolate takes its direction from.
  expect(formatDollars(1234.5, 'ar')).toBe('\u200f1,234.50\u00a0$')
  expect(formatDollars(0.001, 'ar')).toBe('<\u200f0.01\u00a0$')
  expect(formatDollars(1234.5, 'he')).toBe('\u200f1,234.50\u00a0\u200f$')
})

test('cents step back wherever the language puts the sign', () => {
  const quiet = (locale: string) =>
    dollarParts(1234.5, locale)
      .filter((part) => part.isCents)
      .map((part) => part.text)
      .join('')
  expect(quiet('en')).toBe('.50')
  expect(quiet('de')).toBe(',50')
})

test.each([
  ['2992.5', '2,992.5'],
  ['0.000000000000000001', '0.0₁₇1'],
  ['123456789012345678901234567890', '123,456,789,012,345,678,901,234,567,890'],
  ['x', 'x'],
])('%s reads %s', (text, shown) => {
  expect(formatDecimal(text)).toBe(shown)
})
