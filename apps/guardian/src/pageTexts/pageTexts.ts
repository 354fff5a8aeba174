import { html } from 'hono/html'
import { ar } from './ar.ts'
import { de } from './de.ts'
import { en, type PageTextKey, type PageTexts } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { he } from './he.ts'
import { hi } from './hi.ts'
import { ja } from './ja.ts'
import { ko } from './ko.ts'
import { pt } from './pt.ts'
import { ru } from './ru.ts'
import { tr } from './tr.ts'
import { zh } from './zh.ts'

const languages: Readonly<Record<string, PageTexts>> = { ar, de, en, es, fr, he, hi, ja, ko, pt, ru, tr, zh }
type Values = Readonly<Record<string, string>>

/** A page's texts in a language, otherwise in English. */
export function speakPage(language = 'en') {
  const lang = Object.hasOwn(languages, language) ? language : 'en'
  const texts = languages[lang]!
  return {
    lang,
    dir: lang === 'ar' || lang === 'he' ? 'rtl' : 'ltr',
    say: (key: PageTextKey, values: Values = {}) =>
      texts[key].replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? ''),
    /** The text with its values in bold, each in its own direction: an address reads left to right in every language. */
    mark: (key: PageTextKey, values: Values) =>
      texts[key]
        .split(/(\{\w+\})/)
        .map((part) => (part.startsWith('{') ? html`<b dir="auto">${values[part.slice(1, -1)] ?? ''}</b>` : part)),
  }
}
