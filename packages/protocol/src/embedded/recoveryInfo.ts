import { sha256 } from '@noble/hashes/sha2.js'
import { encodeBase64Url } from '../wc/base64.ts'

/** A person's identity for the servers: the provider that proved it, and the name there. */
export type Identity = {
  kind: 'email' | 'google' | 'apple' | 'facebook' | 'discord' | 'github' | 'x' | 'farcaster' | 'passkey'
  subject: string
}

/**
 * A person's identity as a hash that does not reveal their address by itself. All spellings of a mail address give the
 * same hash.
 */
export function identityHash({ kind, subject }: Identity): string {
  const name = kind === 'email' ? normalizeEmail(subject) : subject
  return encodeBase64Url(sha256(new TextEncoder().encode(JSON.stringify(['identity-v1', kind, name]))))
}

/** The same mailbox, the same text: without spaces around it and without capitals, which no mail server tells apart. */
export const normalizeEmail = (email: string): string => email.trim().toLowerCase()

/**
 * The context that a recovery share is sealed with: for another wallet, person or generation, it does not open. A
 * guardian's waiting time is part of it, so that only the sealing device can set it; for a share sealed to a device, so
 * are the letters that its person typed.
 */
export const recoveryInfo = (bound: {
  walletId: string
  identity: string
  generation: number
  policy?: 'hardened' | undefined
  pairing?: string | undefined
}): Uint8Array =>
  new TextEncoder().encode(
    JSON.stringify([
      ...['recovery-v1', bound.walletId, bound.identity, bound.generation],
      ...(bound.policy ? [bound.policy] : []),
      ...(bound.pairing ? ['pairing', bound.pairing] : []),
    ]),
  )

/** The context of a share on its way to a device. */
export const deliveryInfo = (bound: { walletId: string; deviceId: string; share: 'auth' | 'recovery' }): Uint8Array =>
  new TextEncoder().encode(JSON.stringify(['delivery-v1', bound.walletId, bound.deviceId, bound.share]))
