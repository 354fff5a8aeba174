import { secp256k1 } from '@noble/curves/secp256k1.js'
import { blake2b } from '@noble/hashes/blake2.js'
import { verifyEd25519 } from '../wc/verifyEd25519.ts'
import { isSr25519Signed } from './isSr25519Signed.ts'
import { readPolkadotAddress } from './ss58.ts'

type Check = (signature: Uint8Array, message: Uint8Array, key: Uint8Array) => boolean

/** The kinds of keys, in the order in which a chain numbers them in front of a signature. */
const kinds: readonly { length: number; check: Check }[] = [
  { length: 64, check: verifyEd25519 },
  { length: 64, check: isSr25519Signed },
  { length: 65, check: isRecovered },
]

/**
 * Whether the account signed a text. Wallets put `<Bytes>` around it, so that it can never be a transaction, unless it is there
 * already; the signature is hex, with or without the number of its kind.
 */
export function isPolkadotMessageSigned(address: string, message: string, signature: string): boolean {
  try {
    if (!/^0x([0-9a-f]{2}){64,66}$/i.test(signature)) return false
    const bytes = Uint8Array.from(signature.slice(2).match(/../g) ?? [], (byte) => Number.parseInt(byte, 16))
    const { publicKey } = readPolkadotAddress(address)
    const isWrapped = message.startsWith('<Bytes>') && message.endsWith('</Bytes>')
    const text = new TextEncoder().encode(isWrapped ? message : `<Bytes>${message}</Bytes>`)
    return kinds.some(({ length, check }, kind) => {
      if (bytes.length === length) return check(bytes, text, publicKey)
      return bytes.length === length + 1 && bytes[0] === kind && check(bytes.subarray(1), text, publicKey)
    })
  } catch {
    return false // no address, or no point on the curve: nobody's
  }
}

/** An account of this kind is the hash of its key: the signature leads back to the key. */
function isRecovered(signature: Uint8Array, message: Uint8Array, account: Uint8Array): boolean {
  const recovery = signature[64] ?? 255
  if (recovery > 3) return false
  const recoverable = Uint8Array.of(recovery, ...signature.subarray(0, 64))
  const key = secp256k1.recoverPublicKey(recoverable, blake2b(message, { dkLen: 32 }), { prehash: false })
  return blake2b(secp256k1.Point.fromBytes(key).toBytes(true), { dkLen: 32 }).every((byte, at) => byte === account[at])
}
