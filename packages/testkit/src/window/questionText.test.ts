import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addressGroups } from './addressText.ts'
import { formatCoin, formatFee } from './formatCoin.ts'
import { readableText } from './readableText.ts'

const utf8 = (text: string) => new TextEncoder().encode(text)

test('amounts are exact', () => {
  expect(formatCoin(0n)).toBe('0')
  expect(formatCoin(1n)).toBe('0.000000000000000001')
  expect(formatCoin(5n * 10n ** 17n)).toBe('0.5')
  expect(formatCoin(1234567n * 10n ** 18n + 10n ** 16n)).toBe('1,234,567.01')
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 30n }), (wei) => {
      const [whole, fraction = ''] = formatCoin(wei).replaceAll(',', '').split('.')
      expect(BigInt(whole! + fraction.padEnd(18, '0'))).toBe(wei)
    }),
  )
})

test('fees have four significant digits and are never shown too low', () => {
  expect(formatFee(21_000n * 1_875_000_001n)).toBe('0.00003938')
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 24n }), (wei) => {
      const [whole, fraction = ''] = formatFee(wei).replaceAll(',', '').split('.')
      expect(BigInt(whole! + fraction.padEnd(18, '0'))).toBeGreaterThanOrEqual(wei)
    }),
  )
})

test('shows an address in groups without changing it', () => {
  const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
  expect(addressGroups(address)).toEqual([
    '0xf39F',
    'd6e5',
    '1aad',
    '88F6',
    'F4ce',
    '6aB8',
    '8272',
    '79cf',
    'fFb9',
    '2266',
  ])
  fc.assert(
    fc.property(fc.stringMatching(/^(0x)?[0-9A-Za-z]{4,60}$/), (text) => {
      expect(addressGroups(text).join('')).toBe(text)
    }),
  )
})

test('escapes characters that reorder or hide, and keeps line breaks, other scripts and emoji', () => {
  expect(readableText(utf8('pay \u202Eecila\u200B'))).toBe('pay ‹U+202E›ecila‹U+200B›')
  expect(readableText(utf8('a\n\tb مرحبا 👩‍🚀'))).toBe('a\n\tb مرحبا 👩‍🚀')
  expect(readableText(new Uint8Array([0xff, 0xfe]))).toBeUndefined()
})
