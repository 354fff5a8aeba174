import fc from 'fast-check'
import { expect, it } from 'vitest'
import { formatMoney, parseMoney } from './moneyText.ts'

it.each([
  ['100', 1_000_000n, '100.00'],
  ['0.05', 500n, '0.05'],
  ['12.3', 123_000n, '12.30'],
  ['1.0005', 10_005n, '1.0005'],
  ['1.005', 10_050n, '1.005'],
])('reads %s without a double', (text, amount, written) => {
  expect(parseMoney(text)).toBe(amount)
  expect(formatMoney(amount)).toBe(written)
})

it('reads no more digits than money has', () => {
  expect(() => parseMoney('9'.repeat(61))).toThrow('Too many digits')
})

it('writes what it reads back', () => {
  fc.assert(fc.property(fc.bigInt({ min: 0n, max: 10n ** 16n }), (n) => parseMoney(formatMoney(n)) === n))
})
