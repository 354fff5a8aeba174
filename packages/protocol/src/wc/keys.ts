import { x25519 } from '@noble/curves/ed25519.js'
import { hkdf } from '@noble/hashes/hkdf.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, hexToBytes, randomBytes } from '@noble/hashes/utils.js'
import { KitError } from '../error.ts'

/** An X25519 pair, both halves as 64 hexadecimal digits. */
export type KeyPair = { privateKey: string; publicKey: string }

/** 32 bytes as 64 lower-case hexadecimal digits: keys and topics are written so everywhere. */
export const isHex32 = (value: unknown): value is string => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value)

/** A fresh key for a pairing, an identity or a subject. */
export const generateKey = (): string => bytesToHex(randomBytes(32))

/** A fresh X25519 pair; or the pair of a private key that is already there. */
export function generateKeyPair(privateKey = generateKey()): KeyPair {
  return { privateKey, publicKey: bytesToHex(x25519.getPublicKey(bytesOfKey(privateKey))) }
}

/** The key both sides of a session come to: X25519, then HKDF-SHA256. Refuses public keys that would make it guessable. */
export function deriveSymKey(privateKey: string, peerPublicKey: string): string {
  const own = bytesOfKey(privateKey)
  const peer = bytesOfKey(peerPublicKey)
  let shared: Uint8Array
  try {
    shared = x25519.getSharedSecret(own, peer)
  } catch (cause) {
    throw new KitError('invalid_input', { message: "The other side's public key is not usable", cause })
  }
  return bytesToHex(hkdf(sha256, shared, undefined, undefined, 32))
}

/** The topic on which messages under a key travel. */
export const topicOf = (symKey: string): string => bytesToHex(sha256(bytesOfKey(symKey)))

/** The id of a relayed message: what senders and receivers know duplicates by. */
export const hashMessage = (message: string): string => bytesToHex(sha256(new TextEncoder().encode(message)))

/** The bytes of a key; anything but 64 hexadecimal digits is refused, and never repeated in the error. */
export function bytesOfKey(key: string): Uint8Array {
  if (!isHex32(key)) throw new KitError('invalid_input', { message: 'A key is 64 hexadecimal digits' })
  return hexToBytes(key)
}
