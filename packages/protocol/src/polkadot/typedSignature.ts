import { secp256k1 } from '@noble/curves/secp256k1.js'
import { blake2b } from '@noble/hashes/blake2.js'
import { verifyEd25519 } from '../wc/verifyEd25519.ts'
import { isSr25519Signed } from './isSr25519Signed.ts'

type Check = (signature: Uint8Array, message: Uint8Array, key: Uint8Array) => boolean

/** The kinds of keys, in the order in which a chain numbers them in front of a signature. */
const kinds: readonly { length: number; check: Check }[] = [
  { length: 64, check: verifyEd25519 },
  { length: 64, check: isSr25519Signed },
  { length: 65, check: isRecovered },
]

/**
 * A signature of an account with the byte of its kind, as chains take it; accepts it with or without. Undefined if the
 * signature is not the account's.
 */
export function typedSignature(key: Uint8Array, message: Uint8Array, signature: Uint8Array): Uint8Array | undefined {
  for (const [kind, { length, check }] of kinds.entries()) {
    const bare = signature.length === length ? signature : signature[0] === kind ? signature.subarray(1) : undefined
    if (bare?.length === length && check(bare, message, key)) return Uint8Array.of(kind, ...bare)
  }
  return undefined
}

/** An account of this kind is the hash of its key: the signature leads back to the key. */
function isRecovered(signature: Uint8Array, message: Uint8Array, account: Uint8Array): boolean {
  const recovery = signature[64] ?? 255
  if (recovery > 3) return false
  const recoverable = Uint8Array.of(recovery, ...signature.subarray(0, 64))
  try {
    const key = secp256k1.recoverPublicKey(recoverable, blake2b(message, { dkLen: 32 }), { prehash: false })
    return blake2b(secp256k1.Point.fromBytes(key).toBytes(true), { dkLen: 32 }).every(
      (byte, at) => byte === account[at],
    )
  } catch {
    return false // no point on the curve
  }
}
