import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { languages, matchLocale } from './matchLocale.ts'

describe('matchLocale', () => {
  it.each([
    [['pt-BR'], 'pt', 'pt-BR'],
    [['pt-PT'], 'pt', 'pt-PT'],
    [['zh-CN'], 'zh', 'zh-CN'],
    [['zh-Hans'], 'zh', 'zh-Hans'],
    [['zh-SG'], 'zh', 'zh-SG'],
    [['zh-TW'], 'en', 'en'],
    [['zh-HK', 'ja'], 'ja', 'ja'],
    [['de-ch'], 'de', 'de-CH'],
    [['iw'], 'he', 'he'],
    [['hi-Latn'], 'en', 'en'],
    [['ar-EG-u-nu-arab'], 'ar', 'ar-EG-u-nu-arab'],
    [['nl', 'sv', 'fr-CA'], 'fr', 'fr-CA'],
    [['nl', 'en-GB'], 'en', 'en-GB'],
    [['', '_', 'not a tag', 'tr'], 'tr', 'tr'],
    [[], 'en', 'en'],
  ])('%j is met by %s', (requests, language, tag) => {
    expect(matchLocale(requests)).toEqual({ language, tag })
  })

  it('answers any request with a language that it has', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), (requests) => {
        const { language, tag } = matchLocale(requests)
        expect(languages).toContain(language)
        expect(() => new Intl.NumberFormat(tag)).not.toThrow()
      }),
    )
  })

  const region = fc.constantFrom('', '-US', '-001', '-MX', '-CH', '-EG', '-IL', '-IN', '-AO')
  const known = fc
    .tuple(fc.constantFrom(...languages.filter((each) => each !== 'zh')), region)
    .map(([language, where]) => ({ language, tag: language + where }))
  const unknown = fc.constantFrom('nl', 'sv-SE', 'zh-TW', 'zh-Hant', 'uk', 'fa', 'x', '!', '')

  it('picks the first one that it has, in any list', () => {
    fc.assert(
      fc.property(fc.array(unknown), known, fc.array(known), (before, wanted, after) => {
        const requests = [...before, wanted.tag, ...after.map(({ tag }) => tag)]
        expect(matchLocale(requests)).toEqual(wanted)
      }),
    )
  })

  it('may trust a plain tag: no region changes the script of any of its languages but Chinese', () => {
    const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
    const regions = letters.flatMap((first) => letters.map((second) => first + second))
    for (const language of languages.filter((each) => each !== 'zh')) {
      const { script } = new Intl.Locale(language).maximize()
      const others = regions.filter((code) => new Intl.Locale(`${language}-${code}`).maximize().script !== script)
      expect(others, language).toEqual([])
    }
  })

  it('matches its own answer', () => {
    fc.assert(
      fc.property(known, ({ tag }) => {
        const match = matchLocale([tag])
        expect(matchLocale([match.tag])).toEqual(match)
      }),
    )
  })
})
