import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isStorableText } from './isStorableText.ts'

it.each([
  ['', true],
  ['eyJhbGciOi.eyJ', true],
  ['é — 日本 🦊\n\u0001', true],
  ['a\0b', false],
  ['\ud83e', false],
  ['\udd8a\ud83e', false],
  ['🦊'.slice(0, 1), false],
])('%j: %s', (text, expected) => expect(isStorableText(text)).toBe(expected))

it('is true only for text without NUL that round-trips through UTF-8', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: fc.nat(0xffff).map((n) => String.fromCharCode(n)) })),
      (text) => {
        const isSame = new TextDecoder('utf-8', { ignoreBOM: true }).decode(new TextEncoder().encode(text)) === text
        expect(isStorableText(text)).toBe(isSame && !text.includes('\0'))
      },
    ),
  )
})
