import en from './catalogs/en.json'
import type { Texts } from './createSpeech.ts'

/** English comes with the page; each of the others is a file of its own, fetched when it is wanted. */
const loaders: Readonly<Record<string, () => Promise<{ default: Texts }>>> = {
  ar: () => import('./catalogs/ar.json'),
  de: () => import('./catalogs/de.json'),
  es: () => import('./catalogs/es.json'),
  fr: () => import('./catalogs/fr.json'),
  he: () => import('./catalogs/he.json'),
  hi: () => import('./catalogs/hi.json'),
  ja: () => import('./catalogs/ja.json'),
  ko: () => import('./catalogs/ko.json'),
  pt: () => import('./catalogs/pt.json'),
  ru: () => import('./catalogs/ru.json'),
  tr: () => import('./catalogs/tr.json'),
  zh: () => import('./catalogs/zh.json'),
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
    return load ? { texts: (await load()).default, language } : { texts: en, language: 'en' }
  } catch {
    return { texts: en, language: 'en' } // a wallet that speaks English is better than none
  }
}

export const isRightToLeft = (language: string): boolean => language === 'ar' || language === 'he'
