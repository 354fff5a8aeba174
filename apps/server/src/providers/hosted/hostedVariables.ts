import * as z from 'zod/mini'

const urlText = 'a URL that begins with https'

/** Where a service answers, as an operator writes it. */
export const serviceUrl = z
  .string(urlText)
  .check(z.refine((text) => URL.canParse(text) && /^https?:/.test(text), urlText))

/** A key to a service. */
export const serviceKey = z.string('a key').check(z.regex(/^[\x21-\x7e]{4,500}$/, 'a key without spaces'))

/** A URL that paths can be put behind. */
export const bare = (url: string | undefined): string | undefined => url?.replace(/\/+$/, '')
