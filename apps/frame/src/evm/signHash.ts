import { hexOf } from '@billfold/protocol/bytes'
import { secp256k1 } from '@noble/curves/secp256k1.js'

export type Hex = `0x${string}`
export type Signature = { r: bigint; s: bigint; yParity: 0 | 1 }

/** Signs 32 bytes: deterministic (RFC 6979), with a low S. */
export function signHash(hash: Uint8Array, secretKey: Uint8Array): Signature {
  const bytes = secp256k1.sign(hash, secretKey, { prehash: false, lowS: true, format: 'recovered' })
  const { r, s, recovery } = secp256k1.Signature.fromBytes(bytes, 'recovered')
  return { r, s, yParity: recovery === 1 ? 1 : 0 }
}

/** Encodes a signature in 65 bytes. */
export function writeSignature({ r, s, yParity }: Signature): Hex {
  const word = (value: bigint) => value.toString(16).padStart(64, '0')
  return `0x${word(r)}${word(s)}${hexOf(Uint8Array.of(27 + yParity))}`
}
