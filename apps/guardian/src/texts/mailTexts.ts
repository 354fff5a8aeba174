import { acceptedLanguage } from '@billfold/protocol/acceptedLanguage'
import { fillMessage } from '@billfold/protocol/fillMessage'
import type { Context } from 'hono'
import { catalogOf, hasCatalog, type MailTextKey } from './catalogs.ts'

/** The language of a caller's wallet or browser, if emails have it. */
export const languageOf = (acceptLanguage: string | undefined): string | undefined =>
  acceptedLanguage(acceptLanguage, hasCatalog)

/** The same of a request: of the frame for a wallet, and of a browser for the page that it opens. */
export const languageAt = (c: Context): string | undefined => languageOf(c.req.header('accept-language'))

/** The texts of a language, otherwise English, with values inserted. */
export function speak(wanted = 'en') {
  const { language, catalog } = catalogOf(wanted)
  return {
    say: (key: MailTextKey, values: Readonly<Record<string, string>> = {}) =>
      fillMessage(catalog.mails[key], (name) => values[name] ?? ''),
    /** A server does not know where its reader is: by the world's clock, and says so. */
    date: (time: number) =>
      `${new Intl.DateTimeFormat(language, {
        ...{ dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC', numberingSystem: 'latn', calendar: 'gregory' },
      } as Intl.DateTimeFormatOptions).format(time)} UTC`,
  }
}
