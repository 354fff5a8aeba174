import { verifyEd25519 } from '@billfold/protocol/wc/verifyEd25519'

/**
 * Whether a key signed these bytes. A separate file, loaded with the first signature: sharing a module between static
 * and dynamic imports would split the page's first file.
 */
export const verifyByLibrary = (signature: Uint8Array, signed: Uint8Array, publicKey: Uint8Array): boolean =>
  verifyEd25519(signature, signed, publicKey)
