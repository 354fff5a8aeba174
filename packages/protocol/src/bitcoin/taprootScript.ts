import { secp256k1 } from '@noble/curves/secp256k1.js'
import { joinBytes } from '../bytes.ts'
import { taggedHash } from './bitcoinBytes.ts'

/** P2TR of an internal key (32 bytes) without scripts (BIP-86); throws if the key is invalid. */
export function taprootScript(internalKey: Uint8Array): Uint8Array {
  const tweak = taggedHash('TapTweak', internalKey).reduce((sum, byte) => sum * 256n + BigInt(byte), 0n)
  const even = secp256k1.Point.fromBytes(joinBytes(Uint8Array.of(2), internalKey))
  const point = even.add(secp256k1.Point.BASE.multiply(tweak))
  return joinBytes(Uint8Array.of(0x51, 32), point.toBytes(true).subarray(1))
}
