import * as z from 'zod/mini'

const url = z.string().check(z.regex(/^https:\/\/[^\s]+$/), z.maxLength(500))
const words = z.string().check(z.maxLength(255))
/** A person's profile under a name; each attribute is a text record of ENS. */
const nameAttributes = z.strictObject({
  avatar: z.optional(url),
  bio: z.optional(words),
  url: z.optional(url),
  twitter: z.optional(words),
  github: z.optional(words),
})
export type NameAttributes = z.infer<typeof nameAttributes>

/** An address for one coin that a name leads to; null takes it away. */
const nameAddress = z.strictObject({
  /** By SLIP-44 and ENSIP-11. */
  coin_type: z.int().check(z.gte(0), z.lte(0xffff_ffff)),
  /** As the coin's own chain writes it. */
  address: z.nullable(z.string().check(z.minLength(1), z.maxLength(128))),
})
export type NameAddress = z.infer<typeof nameAddress>

/**
 * The text to sign to register a name, change its attributes or addresses, or release it: JSON, as existing clients
 * write it. To add an address, its own account signs the same text, too.
 */
export const signedName = z.strictObject({
  name: z.string().check(z.maxLength(255)),
  /** The coin of the account that signs, by ENSIP-11. Existing clients leave it out, and then only a key's signature counts. */
  coin_type: z.optional(z.int().check(z.gte(0), z.lte(0xffff_ffff))),
  attributes: z.optional(nameAttributes),
  /** Only there to change where the name leads. */
  address: z.optional(nameAddress),
  /** Only there to give the name up. */
  release: z.optional(z.literal(true)),
  /** Unix seconds. */
  timestamp: z.int().check(z.gte(0)),
})
