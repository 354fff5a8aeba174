import * as z from 'zod/mini'
import { recoveryPolicy } from './recoveryPolicy.ts'

/**
 * A wallet's own decisions: the person that its recovery is encrypted to the guardian for, and under which policy. The
 * proof is a MAC by a key of the wallet's entropy, so servers store charters and cannot write any; of two, the one with
 * the higher sequence is in force.
 */
export const walletCharter = z.object({
  sequence: z.int().check(z.gte(1), z.lte(1_000_000)),
  /** As `identityHash` writes it; null while only the API has named the person: then nothing is encrypted to the guardian. */
  identity: z.nullable(z.string().check(z.regex(/^[\w-]{43}$/))),
  policy: recoveryPolicy,
  /** The public keys of passkeys that the person removed, and of codes that were replaced: no device encrypts to them again. */
  removed: z.optional(z.array(z.string().check(z.regex(/^[\w-]{87}$/))).check(z.maxLength(50))),
  proof: z.string().check(z.regex(/^[\w-]{43}$/)),
})
export type WalletCharter = z.infer<typeof walletCharter>
