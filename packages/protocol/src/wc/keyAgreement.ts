import { x25519 } from '@noble/curves/ed25519.js'
import { hkdf } from '@noble/hashes/hkdf.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { hexOf } from '../bytes.ts'
import { KitError } from '../error.ts'
import { bytesOfKey, generateKey } from './keys.ts'

/** An X25519 pair, both halves as 64 hexadecimal digits. */
export type KeyPair = { privateKey: string; publicKey: string }

/** A fresh X25519 pair; or the pair of a private key that is already there. */
export function generateKeyPair(privateKey = generateKey()): KeyPair {
  return { privateKey, publicKey: hexOf(x25519.getPublicKey(bytesOfKey(privateKey))) }
}

/** The key both sides of a session come to: X25519, then HKDF-SHA256. Refuses public keys that would make it guessable. */
export function deriveSymKey(privateKey: string, peerPublicKey: string): string {
  const own = bytesOfKey(privateKey)
  const peer = bytesOfKey(peerPublicKey)
  let shared: Uint8Array
  try {
    shared = x25519.getSharedSecret(own, peer)
  } catch (cause) {
    throw new KitError('invalid_input', { message: "The peer's public key is invalid", cause })
  }
  return hexOf(hkdf(sha256, shared, undefined, undefined, 32))
}
