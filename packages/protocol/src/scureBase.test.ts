import { base58, base64, base64urlnopad, bech32, bech32m } from '@scure/base'
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { decodeBase58, encodeBase58 } from './base58.ts'
import { bytesOfWords, decodeBech32, encodeBech32, wordsOf } from './bitcoin/bech32.ts'
import { decodeBase64, decodeBase64Url, encodeBase64, encodeBase64Url } from './wc/base64.ts'

/** Reads a text as bytes, or says that it was rejected. */
const readBy = (decode: (text: string) => ArrayLike<number>, text: string): number[] | 'rejected' => {
  try {
    return Array.from(decode(text))
  } catch {
    return 'rejected'
  }
}
const bytes = fc.uint8Array({ maxLength: 100 })
const codecs = [
  { name: 'base64', ours: { encode: encodeBase64, decode: decodeBase64 }, theirs: base64, letters: 'AQgw+/=' },
  {
    name: 'base64url',
    ours: { encode: encodeBase64Url, decode: decodeBase64Url },
    theirs: base64urlnopad,
    letters: 'AQgw-_=',
  },
  { name: 'base58', ours: { encode: encodeBase58, decode: decodeBase58 }, theirs: base58, letters: '1z2A0lé' },
]

test.each(codecs)('our $name writes and reads what @scure/base does', ({ ours, theirs, letters }) => {
  fc.assert(
    fc.property(bytes, (value) => {
      const text = theirs.encode(value)
      expect(ours.encode(value)).toBe(text)
      expect(Array.from(ours.decode(text))).toEqual(Array.from(value))
    }),
  )
  // Texts that are nearly right: another spelling of the same bytes must be rejected by both, or by none.
  const text = fc.string({ unit: fc.constantFrom(...letters), maxLength: 12 })
  fc.assert(
    fc.property(text, (value) => {
      expect(readBy(ours.decode, value)).toEqual(readBy(theirs.decode, value))
    }),
    { numRuns: 1_000 },
  )
})

describe.each([
  ['bech32', bech32],
  ['bech32m', bech32m],
] as const)('our %s', (kind, theirs) => {
  const prefix = fc.string({ unit: fc.constantFrom(...'abctb1z?'), minLength: 1, maxLength: 8 })
  const content = fc.uint8Array({ maxLength: 40 })

  it('writes and reads what @scure/base does', () => {
    fc.assert(
      fc.property(prefix, content, (name, value) => {
        const words = wordsOf(value)
        expect(words).toEqual(theirs.toWords(value))
        const text = theirs.encode(name, words)
        expect(encodeBech32({ kind, prefix: name, words })).toBe(text)
        expect(decodeBech32(text)).toEqual({ kind, prefix: name, words })
        expect(decodeBech32(text.toUpperCase())).toEqual({ kind, prefix: name, words })
        expect(Array.from(bytesOfWords(words))).toEqual(Array.from(value))
      }),
    )
  })

  it('rejects the changed texts that @scure/base rejects', () => {
    const change = fc.record({ at: fc.nat(), to: fc.constantFrom(...'qpz1bB?é ') })
    fc.assert(
      fc.property(prefix, content, change, (name, value, { at, to }) => {
        const text = theirs.encode(name, theirs.toWords(value))
        const changed = text.slice(0, at % text.length) + to + text.slice((at % text.length) + 1)
        const own = readBy((each) => {
          const read = decodeBech32(each)
          if (read.kind !== kind) throw new Error('Another kind')
          return read.words
        }, changed)
        expect(own).toEqual(readBy((each) => theirs.decode(each as `${string}1${string}`).words, changed))
      }),
      { numRuns: 500 },
    )
  })

  it('reads the words that @scure/base reads as bytes', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(31), { maxLength: 20 }), (words) => {
        expect(readBy(() => bytesOfWords(words), '')).toEqual(readBy(() => theirs.fromWords(words), ''))
      }),
    )
  })
})
