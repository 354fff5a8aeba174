import { describe, expect, it } from 'vitest'
import { languages } from './matchLocale.ts'
import { type PluralCategories, pluralOf } from './plural.ts'

/** The types' table as values: the compiler keeps the two in sync. */
const categories: { [L in keyof PluralCategories]: readonly PluralCategories[L][] } = {
  en: ['one', 'other'],
  de: ['one', 'other'],
  fr: ['one', 'many', 'other'],
  es: ['one', 'many', 'other'],
  pt: ['one', 'many', 'other'],
  tr: ['one', 'other'],
  ru: ['one', 'few', 'many', 'other'],
  hi: ['one', 'other'],
  zh: ['other'],
  ja: ['other'],
  ko: ['other'],
  ar: ['zero', 'one', 'two', 'few', 'many', 'other'],
  he: ['one', 'two', 'other'],
}

describe('pluralOf', () => {
  it.each(languages)('%s has the forms that Intl selects', (language) => {
    expect([...categories[language]].sort()).toEqual(
      [...new Intl.PluralRules(language).resolvedOptions().pluralCategories].sort(),
    )
  })

  it('chooses the form and writes the number as the language does', () => {
    const counted = pluralOf('de')
    const forms = { one: (n: string) => `${n} Ding`, other: (n: string) => `${n} Dinge` }
    expect([1, 2, 12_345].map((count) => counted(count, forms))).toEqual(['1 Ding', '2 Dinge', '12.345 Dinge'])
  })

  it('does not compile with a form too few or too many', () => {
    const n = String
    // @ts-expect-error Russian has few and many
    expect(pluralOf('ru')(1, { one: n, other: n })).toBe('1')
    // @ts-expect-error Japanese has one form
    expect(pluralOf('ja')(1, { one: n, other: n })).toBe('1')
  })

  it('falls back if a browser knows a form that we do not', () => {
    // @ts-expect-error as an older browser would find it
    expect(pluralOf('ru')(2, { other: (n: string) => `${n} всего` })).toBe('2 всего')
  })
})
