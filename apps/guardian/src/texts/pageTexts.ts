import { fillMessage } from '@billfold/protocol/fillMessage'
import { html } from 'hono/html'
import { catalogOf, type PageTextKey } from './catalogs.ts'

type Values = Readonly<Record<string, string>>

/** A page's texts in a language, otherwise in English. */
export function speakPage(language = 'en') {
  const { language: lang, catalog } = catalogOf(language)
  const texts = catalog.pages
  return {
    lang,
    dir: lang === 'ar' || lang === 'he' ? 'rtl' : 'ltr',
    say: (key: PageTextKey, values: Values = {}) => fillMessage(texts[key], (name) => values[name] ?? ''),
    /** The text with its values in bold, each in its own direction: an address reads left to right in every language. */
    mark: (key: PageTextKey, values: Values) =>
      texts[key]
        .split(/(\{\w+\})/)
        .map((part) => (part.startsWith('{') ? html`<b dir="auto">${values[part.slice(1, -1)] ?? ''}</b>` : part)),
  }
}
