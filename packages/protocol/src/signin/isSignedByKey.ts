import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { hexOf, joinBytes } from '../bytes.ts'

/** Whether the key of an EVM address signed a hash: 65 bytes, of two signatures that would do the one with the low `s`. */
export function isSignedByKey(hash: Uint8Array, signature: Uint8Array, address: string): boolean {
  const last = signature[64] ?? 0
  const recovery = last >= 27 ? last - 27 : last
  if (signature.length !== 65 || recovery > 1) return false
  try {
    const read = secp256k1.Signature.fromBytes(
      joinBytes(Uint8Array.of(recovery), signature.subarray(0, 64)),
      'recovered',
    )
    if (read.hasHighS()) return false
    const key = read.recoverPublicKey(hash).toBytes(false)
    return `0x${hexOf(keccak_256(key.subarray(1)).subarray(-20))}` === address.toLowerCase()
  } catch {
    return false // no point of the curve: no one's
  }
}
