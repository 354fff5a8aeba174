import type { Locale } from './Locale.ts'
import type { Messages } from './Messages.ts'
import { type Language, matchLocale } from './matchLocale.ts'

/** English comes with the kit; each other language is its own file, fetched on demand. */
const loaders: { [L in Exclude<Language, 'en'>]: () => Promise<Record<L, Messages>> } = {
  de: () => import('./de.ts'),
  fr: () => import('./fr.ts'),
  es: () => import('./es.ts'),
  pt: () => import('./pt.ts'),
  tr: () => import('./tr.ts'),
  ru: () => import('./ru.ts'),
  hi: () => import('./hi.ts'),
  zh: () => import('./zh.ts'),
  ja: () => import('./ja.ts'),
  ko: () => import('./ko.ts'),
  ar: () => import('./ar.ts'),
  he: () => import('./he.ts'),
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
