import { blake2b } from '@noble/hashes/blake2.js'

/** The hash that names a transaction, and that is signed in place of a long one. */
export const blake256 = (bytes: Uint8Array): Uint8Array => blake2b(bytes, { dkLen: 32 })
