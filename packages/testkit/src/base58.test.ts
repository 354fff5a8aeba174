import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeBase58, encodeBase58 } from './base58.ts'

test('any bytes come back as they went', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
      expect(decodeBase58(encodeBase58(bytes))).toEqual(bytes)
    }),
  )
})

test('keeps leading zero bytes, one letter each', () => {
  fc.assert(
    fc.property(fc.nat({ max: 20 }), fc.uint8Array({ maxLength: 20 }), (zeros, rest) => {
      const text = encodeBase58(new Uint8Array([...Array<number>(zeros).fill(0), ...rest]))
      expect(text.startsWith('1'.repeat(zeros))).toBe(true)
    }),
  )
})

test('texts with letters outside of the alphabet are refused', () => {
  for (const text of ['0', 'O', 'I', 'l', 'abc ', 'é']) expect(decodeBase58(text)).toBeUndefined()
})

test('agrees with published values', () => {
  expect(encodeBase58(new TextEncoder().encode('Hello World!'))).toBe('2NEpo7TZRRrLZSi2U')
  expect(encodeBase58(new Uint8Array(32))).toBe('11111111111111111111111111111111')
})
