import type { Locale } from './Locale.ts'
import type { Messages } from './Messages.ts'
import { type Language, matchLocale } from './matchLocale.ts'

/** English comes with the kit; each other language is its own file, fetched on demand. */
const loaders: { [L in Exclude<Language, 'en'>]: () => Promise<Record<L, Messages>> } = {
  de: () => import('./compiled/main/de.ts'),
  fr: () => import('./compiled/main/fr.ts'),
  es: () => import('./compiled/main/es.ts'),
  pt: () => import('./compiled/main/pt.ts'),
  tr: () => import('./compiled/main/tr.ts'),
  ru: () => import('./compiled/main/ru.ts'),
  hi: () => import('./compiled/main/hi.ts'),
  zh: () => import('./compiled/main/zh.ts'),
  ja: () => import('./compiled/main/ja.ts'),
  ko: () => import('./compiled/main/ko.ts'),
  ar: () => import('./compiled/main/ar.ts'),
  he: () => import('./compiled/main/he.ts'),
}

/** A language on the screen; without messages of its own it is English, which needs no loading. */
export type Spoken = Omit<Locale, 'messages'> & { messages: Messages | undefined }

/** The language before anything has loaded, and after a failure. */
export const spokenEnglish: Spoken = { tag: 'en', direction: 'ltr', messages: undefined }

/** Fetches the language that fits the requests best. */
export async function loadLocale(requests: readonly string[]): Promise<Spoken> {
  const { language, tag } = matchLocale(requests)
  if (language === 'en') return { ...spokenEnglish, tag }
  const direction = language === 'ar' || language === 'he' ? 'rtl' : 'ltr'
  const file = (await loaders[language]()) as Record<typeof language, Messages>
  return { tag, direction, messages: file[language] }
}
