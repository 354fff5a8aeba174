import { acceptedLanguage } from '@billfold/protocol/acceptedLanguage'
import type { Context } from 'hono'
import { ar } from './ar.ts'
import { de } from './de.ts'
import { en, type MailTextKey, type MailTexts } from './en.ts'
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

const languages: Readonly<Record<string, MailTexts>> = { ar, de, en, es, fr, he, hi, ja, ko, pt, ru, tr, zh }

/** The language of a caller's wallet or browser, if emails have it. */
export const languageOf = (acceptLanguage: string | undefined): string | undefined =>
  acceptedLanguage(acceptLanguage, (language) => Object.hasOwn(languages, language))

/** The same of a request: of the frame for a wallet, and of a browser for the page that it opens. */
export const languageAt = (c: Context): string | undefined => languageOf(c.req.header('accept-language'))

/** The texts of a language, otherwise English, with values inserted. */
export function speak(language = 'en') {
  const texts = Object.hasOwn(languages, language) ? languages[language]! : en
  return {
    say: (key: MailTextKey, values: Readonly<Record<string, string>> = {}) =>
      texts[key].replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? ''),
    /** A server does not know where its reader is: by the world's clock, and says so. */
    date: (time: number) =>
      `${new Intl.DateTimeFormat(texts === en ? 'en' : language, {
        ...{ dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC', numberingSystem: 'latn', calendar: 'gregory' },
      } as Intl.DateTimeFormatOptions).format(time)} UTC`,
  }
}
