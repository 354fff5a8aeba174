/** The plural forms each language has for whole numbers, by CLDR's names. */
export type PluralCategories = {
  en: 'one' | 'other'
  de: 'one' | 'other'
  fr: 'one' | 'many' | 'other'
  es: 'one' | 'many' | 'other'
  pt: 'one' | 'many' | 'other'
  tr: 'one' | 'other'
  ru: 'one' | 'few' | 'many' | 'other'
  hi: 'one' | 'other'
  zh: 'other'
  ja: 'other'
  ko: 'other'
  ar: 'zero' | 'one' | 'two' | 'few' | 'many' | 'other'
  he: 'one' | 'two' | 'other'
}
type Form = (count: string) => string

/** Words a number as its language does: a form too few, or one the language has not, does not compile. */
export function pluralOf<L extends keyof PluralCategories>(
  language: L,
): (count: number, forms: Record<PluralCategories[L], Form>) => string {
  // Made with the first number: the browser takes its time over them, and few texts count.
  let rules: Intl.PluralRules | undefined
  let digits: Intl.NumberFormat | undefined
  return (count, forms) => {
    rules ??= new Intl.PluralRules(language)
    // The digits of amounts and addresses, in every language.
    digits ??= new Intl.NumberFormat(language, { numberingSystem: 'latn' })
    const known: Partial<Record<Intl.LDMLPluralRule, Form>> & { other: Form } = forms as Record<'other', Form>
    // A browser whose rules are older or newer than ours may know a form that we do not.
    return (known[rules.select(count)] ?? known.other)(digits.format(count))
  }
}
