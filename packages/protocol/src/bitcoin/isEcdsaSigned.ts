import { secp256k1 } from '@noble/curves/secp256k1.js'

/** Whether a key signed a digest: a signature in DER form with a low `s`, as Bitcoin's nodes require. */
export function isEcdsaSigned(signature: Uint8Array, digest: Uint8Array, key: Uint8Array): boolean {
  try {
    return secp256k1.verify(signature, digest, key, { prehash: false, format: 'der', lowS: true })
  } catch {
    return false // not a signature, or not a point of the curve
  }
}
