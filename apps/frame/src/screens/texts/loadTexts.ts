import { en, type Texts } from './en.ts'

/** English comes with the page; each of the others is a file of its own, fetched when it is wanted. */
const loaders: Readonly<Record<string, () => Promise<Texts>>> = {
  ar: async () => (await import('./ar.ts')).ar,
  de: async () => (await import('./de.ts')).de,
  es: async () => (await import('./es.ts')).es,
  fr: async () => (await import('./fr.ts')).fr,
  he: async () => (await import('./he.ts')).he,
  hi: async () => (await import('./hi.ts')).hi,
  ja: async () => (await import('./ja.ts')).ja,
  ko: async () => (await import('./ko.ts')).ko,
  pt: async () => (await import('./pt.ts')).pt,
  ru: async () => (await import('./ru.ts')).ru,
  tr: async () => (await import('./tr.ts')).tr,
  zh: async () => (await import('./zh.ts')).zh,
}

/** The first of the preferred languages that we have, otherwise English. Simplified Chinese does not stand in for traditional. */
export function matchLanguage(wishes: readonly string[]): { language: string; tag: string } {
  for (const tag of wishes) {
    const [, language = '', rest = ''] = /^([a-z]{2})(-[\w-]+)?$/i.exec(tag) ?? []
    if (/^-(hant|tw|hk|mo)\b/i.test(rest)) continue
    if (language === 'en' || Object.hasOwn(loaders, language)) return { language, tag }
  }
  return { language: 'en', tag: 'en' }
}

/** The texts of a language; English where its file cannot be fetched. */
export async function loadTexts(language: string): Promise<{ texts: Texts; language: string }> {
  try {
    const load = Object.hasOwn(loaders, language) ? loaders[language] : undefined
    return load ? { texts: await load(), language } : { texts: en, language: 'en' }
  } catch {
    return { texts: en, language: 'en' } // a wallet that speaks English is better than none
  }
}

export const isRightToLeft = (language: string): boolean => language === 'ar' || language === 'he'
