import { ed25519 } from '@noble/curves/ed25519.js'
import { bytesOfKey } from './keys.ts'

/** Signs as the client of an Ed25519 seed, 64 hexadecimal digits. */
export function signerOf(seed: string): { publicKey: Uint8Array; sign(data: Uint8Array): Uint8Array } {
  const key = bytesOfKey(seed)
  return { publicKey: ed25519.getPublicKey(key), sign: (data) => ed25519.sign(data, key) }
}
