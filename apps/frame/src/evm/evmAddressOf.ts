import { hexOf } from '@billfold/protocol/bytes'
import { evmChecksum } from '@billfold/protocol/signin/evmChecksum'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'

/** The address of a key, in its checked spelling (EIP-55). */
export function evmAddressOf(secretKey: Uint8Array): string {
  const point = secp256k1.getPublicKey(secretKey, false)
  return evmChecksum(`0x${hexOf(keccak_256(point.subarray(1)).subarray(-20))}`)
}
