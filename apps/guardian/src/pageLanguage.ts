import type { Context } from 'hono'
import { languageAt, languageOf } from './texts/mailTexts.ts'

/** Adds the email's language to a link in it, so that the page the link opens speaks the language of the email. */
export function mailLink(url: string, language = 'en'): string {
  const link = new URL(url)
  link.searchParams.set('lang', language)
  return link.href
}

/** The language of a page: the email's, if a link of one led here, otherwise the browser's. */
export const pageLanguage = (c: Context): string | undefined => languageOf(c.req.query('lang')) ?? languageAt(c)
