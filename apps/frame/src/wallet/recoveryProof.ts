import { isSameBytes } from '@billfold/protocol/bytes'
import type { RecoveryKey } from '@billfold/protocol/embedded/embeddedApi'
import { decodeBase64Url, encodeBase64Url } from '@billfold/protocol/wc/base64'
import { hkdf } from '@noble/hashes/hkdf.js'
import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'

const purpose = new TextEncoder().encode('recovery-keys-v1')

/** A recovery key with the wallet's own word for it: only who has the wallet's entropy can add one that its devices seal to. */
export const withProof = (entropy: Uint8Array, key: Omit<RecoveryKey, 'proof'>): RecoveryKey => ({
  ...key,
  proof: encodeBase64Url(proofOf(entropy, key)),
})

/** Whether the wallet itself has once taken this key: what a server lists beside those is not sealed to. */
export const isProven = (entropy: Uint8Array, key: RecoveryKey): boolean =>
  key.proof !== undefined && isSameBytes(decodeBase64Url(key.proof), proofOf(entropy, key))

function proofOf(
  entropy: Uint8Array,
  { kind, publicKey, credentialId, label }: Omit<RecoveryKey, 'proof'>,
): Uint8Array {
  const key = hkdf(sha256, entropy, undefined, purpose, 32)
  const statement = JSON.stringify([kind, publicKey, credentialId ?? null, label ?? null])
  const proof = hmac(sha256, key, new TextEncoder().encode(statement))
  key.fill(0)
  return proof
}
