import { secp256k1 } from '@noble/curves/secp256k1.js'
import { hmac } from '@noble/hashes/hmac.js'
import { sha512 } from '@noble/hashes/sha2.js'
import { joinBytes } from '../bytes.ts'
import { KitError } from '../error.ts'
import { uint32Bytes } from './crc32.ts'

/** An extended public key (BIP-32). */
export type ExtendedKey = { key: Uint8Array; chainCode: Uint8Array }

/** Derives a public key along steps that are not hardened; throws if one is, or if the key is invalid. */
export function deriveKey(from: ExtendedKey, steps: readonly number[]): ExtendedKey {
  return steps.reduce(({ key, chainCode }, step) => {
    if (step >= 0x80000000) throw invalid()
    const digest = hmac(sha512, chainCode, joinBytes(key, uint32Bytes(step)))
    const tweak = digest.subarray(0, 32).reduce((sum, byte) => sum * 256n + BigInt(byte), 0n)
    try {
      const point = secp256k1.Point.fromBytes(key).add(secp256k1.Point.BASE.multiply(tweak))
      return { key: point.toBytes(true), chainCode: digest.slice(32) }
    } catch {
      throw invalid()
    }
  }, from)
}

const invalid = () => new KitError('wallet_answer_invalid', { message: 'This key derives no accounts' })
