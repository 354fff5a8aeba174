import type { Context } from 'hono'
import { languageAt, languageOf } from './mailTexts/mailTexts.ts'

/** The link of an email, to a page in the email's language: whoever wrote the email in one language goes on in it. */
export function mailLink(url: string, language = 'en'): string {
  const link = new URL(url)
  link.searchParams.set('lang', language)
  return link.href
}

/** The language of a page: the email's, if a link of one led here, otherwise the browser's. */
export const pageLanguage = (c: Context): string | undefined => languageOf(c.req.query('lang')) ?? languageAt(c)
