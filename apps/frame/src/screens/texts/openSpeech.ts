import { createSpeech, type Speech } from './createSpeech.ts'
import { isRightToLeft, loadTexts, matchLanguage } from './loadTexts.ts'

/**
 * Starts loading the texts of the visitor's own language: a site could choose one that they cannot read. Returns a function that waits for them,
 * and sets the document's language.
 */
export function openSpeech(): () => Promise<Speech> {
  const wanted = matchLanguage(navigator.languages)
  const loading = loadTexts(wanted.language)
  return async () => {
    const { texts, language } = await loading
    const root = document.documentElement
    root.lang = language
    root.dir = isRightToLeft(language) ? 'rtl' : 'ltr'
    return createSpeech(texts, language === wanted.language ? wanted.tag : language)
  }
}
