import { ed25519 } from '@noble/curves/ed25519.js'

/** Whether a key made a signature, for browsers that do not know the curve; false for broken points. */
export function verifyEd25519(signature: Uint8Array, signed: Uint8Array, publicKey: Uint8Array): boolean {
  try {
    return ed25519.verify(signature, signed, publicKey, { zip215: false })
  } catch {
    // Not a point of the curve, or not a signature at all.
    return false
  }
}
