import { expect, it } from 'vitest'
import { readBitcoinAddress } from './readBitcoinAddress.ts'
import { taprootScript } from './taprootScript.ts'

const bytesOf = (hex: string) => Uint8Array.from(Buffer.from(hex, 'hex'))

it.each([
  // BIP-86: the first two receiving addresses and the first change address of its test mnemonic.
  [
    'cc8a4bc64d897bddc5fbc2f670f7a8ba0b386779106cf1223c6fc5d7cd6fc115',
    'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr',
  ],
  [
    '83dfe85a3151d2517290da461fe2815591ef69f2b18a2ce63f01697a8b313145',
    'bc1p4qhjn9zdvkux4e44uhx8tc55attvtyu358kutcqkudyccelu0was9fqzwh',
  ],
  [
    '399f1b2f4393f29a18c937859c5dd8a77350103157eb880f02e8c08214277cef',
    'bc1p3qkhfews2uk44qtvauqyr2ttdsw7svhkl9nkm9s9c3x4ax5h60wqwruhk7',
  ],
])('tweaks %s as BIP-86 does', (key, address) => {
  expect(taprootScript(bytesOf(key))).toEqual(readBitcoinAddress(address).script)
})

it('refuses what is no key', () => {
  expect(() => taprootScript(new Uint8Array(32).fill(255))).toThrow()
  expect(() => taprootScript(new Uint8Array(31).fill(1))).toThrow()
})
