import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cleanIcon, cleanText } from './cleanText.ts'

/** Every character there is, surrogates apart; fast-check's own list of them takes seconds to make. */
const anyCharacter = fc.nat(0x10f7ff).map((code) => String.fromCodePoint(code < 0xd800 ? code : code + 0x800))

test('always returns one visible line of at most that length', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string({ unit: anyCharacter }), fc.anything()),
      fc.integer({ min: 1, max: 50 }),
      (value, max) => {
        const text = cleanText(value, max)
        expect([...text].length).toBeLessThanOrEqual(max)
        expect(text).toBe(text.trim())
        expect(text).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u)
      },
    ),
  )
})

test('cuts the space after a whole word', () => {
  expect(cleanText('Trust Wallet', 6)).toBe('Trust')
})

test('names in any script stay as they are', () => {
  for (const name of ['MetaMask', '钱包', 'محفظة', 'Кошелёк', 'Wallet 🦊']) expect(cleanText(name, 40)).toBe(name)
})

test.each([
  'javascript:alert(1)',
  'data:text/html,<script>',
  'http://plain.example/i.png',
  ' java\tscript:x',
  'https://x.example/i.png',
  'https://x.example/" onerror="x',
  `data:image/png;base64,${'A'.repeat(600_000)}`,
  7,
  undefined,
])('%.40s is no icon', (value) => {
  expect(cleanIcon(value)).toBeUndefined()
})

test.each(['data:image/png;base64,AA==', 'data:image/svg+xml,%3Csvg/%3E'])('%s is', (icon) => {
  expect(cleanIcon(` ${icon}\n`)).toBe(icon)
})
