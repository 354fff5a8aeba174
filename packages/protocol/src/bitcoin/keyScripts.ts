import { ripemd160 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { joinBytes } from '../bytes.ts'

// The scripts of outputs that one key spends, from that key.

export const hash160 = (bytes: Uint8Array): Uint8Array => ripemd160(sha256(bytes))

/** P2WPKH; wrapped in P2SH it is also the redeem script. */
export const segwitScript = (key: Uint8Array): Uint8Array => joinBytes(Uint8Array.of(0, 20), hash160(key))

/** P2SH. */
export const scriptHash = (script: Uint8Array): Uint8Array =>
  joinBytes(Uint8Array.of(0xa9, 20), hash160(script), Uint8Array.of(0x87))

/** P2PKH, of the key's hash. */
export const keyHash = (hash: Uint8Array): Uint8Array =>
  joinBytes(Uint8Array.of(0x76, 0xa9, 20), hash, Uint8Array.of(0x88, 0xac))
