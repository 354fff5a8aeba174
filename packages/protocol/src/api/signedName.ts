import * as z from 'zod/mini'

const url = z.string().check(z.regex(/^https:\/\/[^\s]+$/), z.maxLength(500))
const words = z.string().check(z.maxLength(255))
/** What somebody tells of themselves with a name; each is a text record of ENS. */
export const nameAttributes = z.strictObject({
  avatar: z.optional(url),
  bio: z.optional(words),
  url: z.optional(url),
  twitter: z.optional(words),
  github: z.optional(words),
})
export type NameAttributes = z.infer<typeof nameAttributes>

/** What is signed to register a name, to change what it tells, and to give it up: JSON, as existing clients write it. */
export const signedName = z.strictObject({
  name: z.string().check(z.maxLength(255)),
  attributes: z.optional(nameAttributes),
  /** Only there to give the name up. */
  release: z.optional(z.literal(true)),
  /** Unix seconds. */
  timestamp: z.int().check(z.gte(0)),
})
