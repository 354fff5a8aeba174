import fc from 'fast-check'
import { expect, test } from 'vitest'
import { visibleDomain, visibleLines, visibleText } from './visibleText.ts'

const unseen = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Default_Ignorable_Code_Point}\u2028\u2029\u2800]/gu
const tricks = fc.constantFrom(
  '\u202e',
  '\u2066',
  '\u200b',
  '\u200d',
  '\ufe0f',
  '\u3164',
  '\u115f',
  '\u034f',
  '\u{e0041}',
  '\ufeff',
)
const text = fc.array(fc.oneof(tricks, fc.string({ unit: 'binary', maxLength: 5 }))).map((parts) => parts.join(''))

test('writes out invisible and reversing characters in any text', () => {
  fc.assert(
    fc.property(text, (given) => {
      const rest = visibleText(given).replace(
        /\p{Extended_Pictographic}(?:\p{Emoji_Modifier}|\ufe0f|\u200d|\p{Extended_Pictographic})*/gu,
        '',
      )
      expect((rest.match(unseen) ?? []).filter((character) => character !== '\n')).toEqual([])
    }),
  )
})

test('keeps visible text unchanged', () => {
  for (const plain of ['Grüße, 世界 ✓', 'שלום', 'नमस्ते', '👩‍🚀 ❤️ 👍🏽', 'a b']) expect(visibleText(plain)).toBe(plain)
  expect(visibleLines('a\n\tb\r\nc')).toBe('a\n\tb\r\nc')
})

test.each([
  ['pay \u202e001\u202c', 'pay \\u{202e}001\\u{202c}'],
  ['USD\u200dC', 'USD\\u{200d}C'],
  ['\u3164', '\\u{3164}'],
  ['1\n\nTo\nme', '1\\n\n\\n\nTo\\n\nme'],
  ['👍\u202e', '👍\\u{202e}'],
])('shows %j as %j', (given, shown) => {
  expect(visibleText(given)).toBe(shown)
})

test('tells a domain from a lookalike', () => {
  expect(visibleDomain('\u0430pp.example')).toBe('\\u{430}pp.example')
  expect(visibleDomain('app.example:8443')).toBe('app.example:8443')
})
