import * as z from 'zod/mini'

/**
 * The API's word to the guardian that a device belongs to a wallet it knows, as a JWT (Ed25519). A ticket opens nothing: it only keeps
 * strangers from having the guardian send email or remember wallets.
 */
export const ticketType = 'guardian-ticket+jwt'
export const ticketIssuer = 'billfold-embedded'

export const ticketClaims = z.object({
  /** The wallet. */
  sub: z.uuid(),
  /** The project, by whose name in the guardian's own list emails call the site. */
  aud: z.string().check(z.regex(/^[\w-]{1,64}$/)),
  /** The person, as `identityHash` writes them. */
  identity: z.string().check(z.regex(/^[\w-]{43}$/)),
  device: z.uuid(),
  /** The key that shares for this device are encrypted to. */
  sealKey: z.string().check(z.regex(/^[\w-]{87}$/)),
  exp: z.int(),
})
export type GuardianTicket = z.infer<typeof ticketClaims>

/** Public Ed25519 keys (RFC 8037) that tickets are verified with. */
export const ticketKeys = z.object({
  keys: z
    .array(
      z.object({
        kty: z.literal('OKP'),
        crv: z.literal('Ed25519'),
        kid: z.string().check(z.regex(/^[\w-]{1,64}$/)),
        x: z.string().check(z.regex(/^[\w-]{43}$/)),
      }),
    )
    .check(z.maxLength(20)),
})
export type TicketKeys = z.infer<typeof ticketKeys>
export const ticketKeysPath = '/embedded/v1/ticket-keys'
