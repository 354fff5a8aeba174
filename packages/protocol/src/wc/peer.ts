import * as z from 'zod/mini'
import { isHex32 } from './keys.ts'

/** An X25519 public key, 64 hexadecimal digits. */
export const publicKey = z.string().check(z.refine(isHex32, 'a key is 64 hexadecimal digits'))

const text = z.string().check(z.maxLength(2_000))

/** A peer's own claims: to be cleaned before a person sees them. */
export const peerMetadata = z.object({
  name: text,
  description: z._default(text, ''),
  url: z._default(text, ''),
  icons: z._default(z.array(z.string().check(z.maxLength(500_000))).check(z.maxLength(10)), []),
  verifyUrl: z.optional(text),
  redirect: z.optional(
    z.object({ native: z.optional(text), universal: z.optional(text), linkMode: z.optional(z.boolean()) }),
  ),
})
export type PeerMetadata = z.infer<typeof peerMetadata>
