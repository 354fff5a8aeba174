import { verifyEd25519 } from '@billfold/protocol/wc/verifyEd25519'

/**
 * Whether a key signed these bytes. A file of its own, fetched when a signature comes: what is fetched by itself and imported elsewhere as
 * well would cost a page its one first file.
 */
export const verifyByLibrary = (signature: Uint8Array, signed: Uint8Array, publicKey: Uint8Array): boolean =>
  verifyEd25519(signature, signed, publicKey)
