import type { Locale } from './Locale.ts'
import type { Messages } from './Messages.ts'
import { type Language, matchLocale } from './matchLocale.ts'

/** English comes with the kit; each of the others is a file of its own, fetched when it is wanted. */
const loaders: Record<Exclude<Language, 'en'>, () => Promise<Messages>> = {
  de: async () => (await import('./de.ts')).de,
  fr: async () => (await import('./fr.ts')).fr,
  es: async () => (await import('./es.ts')).es,
  pt: async () => (await import('./pt.ts')).pt,
  tr: async () => (await import('./tr.ts')).tr,
  ru: async () => (await import('./ru.ts')).ru,
  hi: async () => (await import('./hi.ts')).hi,
  zh: async () => (await import('./zh.ts')).zh,
  ja: async () => (await import('./ja.ts')).ja,
  ko: async () => (await import('./ko.ts')).ko,
  ar: async () => (await import('./ar.ts')).ar,
  he: async () => (await import('./he.ts')).he,
}

/** A language on the screen; without messages of its own it is English, which needs no loading. */
export type Spoken = Omit<Locale, 'messages'> & { messages: Messages | undefined }

/** What is spoken before anything is loaded, and after a failure to. */
export const spokenEnglish: Spoken = { tag: 'en', direction: 'ltr', messages: undefined }

/** Fetches the language that fits the requests best. */
export async function loadLocale(requests: readonly string[]): Promise<Spoken> {
  const { language, tag } = matchLocale(requests)
  if (language === 'en') return { ...spokenEnglish, tag }
  const direction = language === 'ar' || language === 'he' ? 'rtl' : 'ltr'
  return { tag, direction, messages: await loaders[language]() }
}
