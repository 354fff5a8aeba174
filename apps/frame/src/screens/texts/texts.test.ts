import { expect, test } from 'vitest'
import en from './catalogs/en.json'
import { createSpeech, type TextKey } from './createSpeech.ts'
import { loadTexts, matchLanguage } from './loadTexts.ts'

const languages = ['ar', 'de', 'es', 'fr', 'he', 'hi', 'ja', 'ko', 'pt', 'ru', 'tr', 'zh']
/** Words that other languages write as English does. */
const alike: readonly TextKey[] = ['nonce', 'token', 'details', 'contract', 'memo', 'wayPasskey', 'network', 'program']

test.each(languages)('%s has every text, with what is put into it, in its own words', async (language) => {
  const { texts, language: loaded } = await loadTexts(language)
  expect(loaded).toBe(language)
  expect(Object.keys(texts)).toEqual(Object.keys(en))
  const holes = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort()
  for (const [key, text] of Object.entries(en) as [TextKey, string][]) {
    expect(holes(texts[key]), key).toEqual(holes(text))
    expect(texts[key].trim(), key).not.toBe('')
    if (/[a-z]/.test(text.replace(/\{\w+\}/g, '')) && !alike.includes(key) && text.length > 12)
      expect(texts[key], key).not.toBe(text)
  }
})

test('the first wish that can be met is met, and one for traditional Chinese is not met by simplified', () => {
  expect(matchLanguage(['da', 'pt-BR', 'en'])).toEqual({ language: 'pt', tag: 'pt-BR' })
  expect(matchLanguage(['zh-Hant-TW', 'ja'])).toEqual({ language: 'ja', tag: 'ja' })
  expect(matchLanguage(['zh-TW'])).toEqual({ language: 'en', tag: 'en' })
  expect(matchLanguage(['zh-CN'])).toEqual({ language: 'zh', tag: 'zh-CN' })
  expect(matchLanguage([])).toEqual({ language: 'en', tag: 'en' })
})

test('amounts lose no digit in any language', () => {
  const big = 123_456_789_012_345_678_901_234_567n
  expect(createSpeech(en, 'en').amount(big, 18)).toBe('123,456,789.012345678901234567')
  expect(createSpeech(en, 'de').amount(big, 18)).toBe('123.456.789,012345678901234567')
  expect(createSpeech(en, 'ar-EG').amount(15n, 1)).toMatch(/1[.٫,]5/)
  expect(createSpeech(en, 'en').amount(0n, 6)).toBe('0')
})
