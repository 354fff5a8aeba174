import { hexOf } from '@billfold/protocol/bytes'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'

/** The address of a key, in its checked spelling (EIP-55). */
export function evmAddressOf(secretKey: Uint8Array): string {
  const point = secp256k1.getPublicKey(secretKey, false)
  return withChecksum(hexOf(keccak_256(point.subarray(1)).subarray(-20)))
}

function withChecksum(address: string): string {
  const hash = hexOf(keccak_256(new TextEncoder().encode(address)))
  const digits = Array.from(address, (digit, at) => (Number.parseInt(hash[at]!, 16) >= 8 ? digit.toUpperCase() : digit))
  return `0x${digits.join('')}`
}
