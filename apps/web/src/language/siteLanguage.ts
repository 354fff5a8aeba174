import { createStore } from '../createStore.ts'
import { isRightToLeft, languages } from '../gallery/galleryLook.ts'

export type Language = keyof typeof languages

const storageKey = 'billfold-site:language'
const isLanguage = (tag: string | null): tag is Language => tag !== null && Object.hasOwn(languages, tag)

/** The visitor's language for this site; English until they choose another. */
export const siteLanguage = createStore<Language>('en')

/** Applies the choice of an earlier visit, before the first render. */
export function restoreLanguage(): void {
  const stored = readStored()
  if (isLanguage(stored) && stored !== 'en') applyLanguage(stored)
}

/** Switches the site to a language and remembers it in this browser. The kit follows the document. */
export function chooseLanguage(language: Language): void {
  applyLanguage(language)
  try {
    localStorage.setItem(storageKey, language)
  } catch {
    // Storage is blocked: the choice lasts as long as the page.
  }
}

function applyLanguage(language: Language): void {
  document.documentElement.lang = language
  document.documentElement.dir = isRightToLeft(language) ? 'rtl' : 'ltr'
  siteLanguage.set(language)
}

function readStored(): string | null {
  try {
    return localStorage.getItem(storageKey)
  } catch {
    return null
  }
}
