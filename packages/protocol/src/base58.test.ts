import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeBase58, encodeBase58, messageLimit } from './base58.ts'

test('round-trips, leading zeros included', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 80 }), (bytes) => {
      expect([...decodeBase58(encodeBase58(bytes))]).toEqual([...bytes])
    }),
  )
})

test('known texts', () => {
  expect(encodeBase58(new TextEncoder().encode('Hello World!'))).toBe('2NEpo7TZRRrLZSi2U')
  expect(encodeBase58(Uint8Array.from([0, 0, 0x28, 0x7f, 0xb4, 0xcd]))).toBe('11233QC4')
  expect(decodeBase58('11111111111111111111111111111111')).toEqual(new Uint8Array(32))
})

test('rejects a text longer than a transaction, or than a message if allowed', () => {
  const text = '1'.repeat(2_001)
  expect(() => decodeBase58(text)).toThrow('The base58 text is too long')
  expect(decodeBase58(text, messageLimit)).toEqual(new Uint8Array(2_001))
})

test.each(['0', 'O', 'I', 'l', 'a b', 'é'])('%j is not base58', (text) => {
  expect(() => decodeBase58(text)).toThrow('Not a base58 text')
})
