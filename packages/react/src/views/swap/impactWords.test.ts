import { expect, test } from 'vitest'
import { de } from '../../i18n/compiled/swap/de.ts'
import { en } from '../../i18n/compiled/swap/en.ts'
import { impactWords } from './impactWords.ts'

test.each([
  [undefined, undefined],
  [0, undefined],
  [300, undefined],
  [301, en.impactWarning],
  [1_000, en.impactWarning],
])('words an impact of %s as nothing, or as a worse price', (bps, words) => {
  expect(impactWords(bps, en, 'en')).toBe(words)
})

test('warns when the amount exceeds the pools’ liquidity, with the loss', () => {
  expect(impactWords(1_001, en, 'en')).toBe(
    'Not enough liquidity for this amount: you’d lose \u206810.01%\u2069 of its value. Try a smaller amount.',
  )
  expect(impactWords(8_750, de, 'de')).toContain('fehlt Liquidität: Sie würden \u206887,5\u00a0%\u2069 des Werts')
  // A lying source's impact is capped at all of it.
  expect(impactWords(25_000, en, 'en')).toContain('100%')
})
