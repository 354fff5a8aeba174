import { joinBytes } from '@billfold/protocol/bytes'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { type Hex, signHash, writeSignature } from './signHash.ts'

/** Signs a message as `personal_sign` does (EIP-191): its prefix keeps it from being a transaction. */
export function signMessage(message: Uint8Array, secretKey: Uint8Array): Hex {
  const prefix = new TextEncoder().encode(`\x19Ethereum Signed Message:\n${message.length}`)
  return writeSignature(signHash(keccak_256(joinBytes(prefix, message)), secretKey))
}
