import { schnorr } from '@noble/curves/secp256k1.js'

/** Whether a Taproot output's key signed a digest (BIP-340). */
export const isSchnorrSigned = (signature: Uint8Array, digest: Uint8Array, key: Uint8Array): boolean =>
  schnorr.verify(signature, digest, key)
