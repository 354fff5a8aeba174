import { expect, it } from 'vitest'
import { formatMoney } from './formatMoney.ts'

it.each([
  ['100', 'USD', 'en', '$100'],
  ['2.5', 'USD', 'en', '$2.50'],
  ['0.3025', 'USD', 'en', '$0.3025'],
  ['1234.5', 'EUR', 'de', '1.234,50\u00a0€'],
  ['1500', 'JPY', 'ja', '￥1,500'],
  ['999999999999.9999', 'USD', 'en', '$999,999,999,999.9999'],
])('writes %s %s in %s as %s', (amount, currency, locale, text) => {
  expect(formatMoney(amount, currency, locale)).toBe(text)
})

it('writes dollars with their sign alone, even right to left', () => {
  expect(formatMoney('5', 'USD', 'ar')).not.toContain('US')
})
