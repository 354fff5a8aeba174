import { secp256k1 } from '@noble/curves/secp256k1.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesOfHex, isSameBytes, joinBytes } from '../bytes.ts'
import { decodeBase64 } from '../wc/base64.ts'
import { littleEndian, sha256Twice, sized, taggedHash } from './bitcoinBytes.ts'
import { isSchnorrSigned } from './isSchnorrSigned.ts'
import { hash160, keyHash, scriptHash, segwitScript } from './keyScripts.ts'
import { type BitcoinAddress, readBitcoinAddress } from './readBitcoinAddress.ts'

/** Longer than any signature by one key. */
const longest = 400
const magic = new TextEncoder().encode('\x18Bitcoin Signed Message:\n')
const all = 1

/**
 * Whether the one key behind an address signed a text: by BIP-322 in its simple form, a transaction's witness, or in
 * the older way of BIP-137, which recovers the key from the signature. Both come in base64; older wallets write hex.
 * Signatures by more than one key are not supported, and so not valid.
 */
export function isBitcoinMessageSigned(address: string, message: string, signature: string): boolean {
  try {
    const bytes = readSignature(signature)
    const paid = readBitcoinAddress(address)
    const text = new TextEncoder().encode(message)
    return bytes.length === 65 ? isRecovered(paid, text, bytes) : isWitnessed(paid, text, readWitness(bytes))
  } catch {
    return false // unreadable, or not a point of the curve
  }
}

function readSignature(text: string): Uint8Array {
  if (text.length > longest) throw new RangeError('too long')
  return /^([0-9a-f]{2})+$/i.test(text) ? bytesOfHex(text) : decodeBase64(text)
}

/** The first byte says which of four keys it is, and of what kind its address is; wallets do not agree on the kinds. */
function isRecovered(paid: BitcoinAddress, text: Uint8Array, signature: Uint8Array): boolean {
  const kind = (signature[0] ?? 0) - 27
  if (kind < 0 || kind > 15) return false
  const hash = sha256Twice(joinBytes(magic, sized(text)))
  const recoverable = joinBytes(Uint8Array.of(kind & 3), signature.subarray(1))
  // Of the two spellings of every signature only the lower is the standard's.
  if (secp256k1.Signature.fromBytes(recoverable, 'recovered').hasHighS()) return false
  const point = secp256k1.Point.fromBytes(secp256k1.recoverPublicKey(recoverable, hash, { prehash: false }))
  return isKeyOf(paid, point.toBytes(kind >= 4))
}

function isWitnessed(paid: BitcoinAddress, text: Uint8Array, witness: readonly Uint8Array[]): boolean {
  const [signature, key, ...more] = witness
  if (!signature || more.length > 0) return false
  const spent = spentOutput(paid.script, taggedHash('BIP0322-signed-message', text))
  if (paid.kind === 'p2tr') {
    const type = signature.length === 65 ? signature[64] : 0
    const isWhole = signature.length === 64 || type === all
    if (key || !isWhole) return false
    const hash = tapSighash(spent, paid.script, type ?? 0)
    return isSchnorrSigned(signature.subarray(0, 64), hash, paid.script.subarray(2))
  }
  if (key?.length !== 33 || signature.at(-1) !== all || !isSegwitKeyOf(paid, key)) return false
  const options = { prehash: false, format: 'der', lowS: true } as const
  return secp256k1.verify(signature.subarray(0, -1), segwitSighash(spent, hash160(key)), key, options)
}

/** Whether a key alone can spend what is paid there, natively or wrapped in a script. */
const isSegwitKeyOf = ({ script }: BitcoinAddress, key: Uint8Array): boolean =>
  isSameBytes(script, segwitScript(key)) || isSameBytes(script, scriptHash(segwitScript(key)))
const isKeyOf = (paid: BitcoinAddress, key: Uint8Array): boolean =>
  isSameBytes(paid.script, keyHash(hash160(key))) || (key.length === 33 && isSegwitKeyOf(paid, key))

/** A list of byte strings, each behind its length, and nothing after them. */
function readWitness(bytes: Uint8Array): readonly Uint8Array[] {
  const items: Uint8Array[] = []
  let at = 1
  for (let left = bytes[0] ?? 0; left > 0; left -= 1) {
    const length = bytes[at] ?? 253
    // One key's signature never needs a longer one.
    if (length >= 253 || at + 1 + length > bytes.length) throw new RangeError('not a witness')
    items.push(bytes.subarray(at + 1, at + 1 + length))
    at += 1 + length
  }
  if (at !== bytes.length) throw new RangeError('not a witness')
  return items
}

const [none, zeros] = [littleEndian(0, 4), new Uint8Array(32)]
/** Nothing is paid, to no one. */
const returned = joinBytes(littleEndian(0, 8), sized(Uint8Array.of(0x6a)))

/** The output that the message's own transaction spends: only a holder of the address's key could (BIP-322). */
function spentOutput(script: Uint8Array, messageHash: Uint8Array): Uint8Array {
  const input = joinBytes(zeros, littleEndian(0xffffffff, 4), sized(joinBytes(Uint8Array.of(0, 32), messageHash)), none)
  const output = joinBytes(littleEndian(0, 8), sized(script))
  const transaction = joinBytes(none, Uint8Array.of(1), input, Uint8Array.of(1), output, none)
  return joinBytes(sha256Twice(transaction), none)
}

/** The hash that a native segwit key signs (BIP-143). */
const segwitSighash = (spent: Uint8Array, hash: Uint8Array): Uint8Array =>
  sha256Twice(
    joinBytes(
      none,
      sha256Twice(spent),
      sha256Twice(none),
      spent,
      sized(keyHash(hash)),
      littleEndian(0, 8),
      none,
      sha256Twice(returned),
      none,
      littleEndian(all, 4),
    ),
  )

/** The hash that a taproot key signs (BIP-341). */
const tapSighash = (spent: Uint8Array, script: Uint8Array, type: number): Uint8Array =>
  taggedHash(
    'TapSighash',
    Uint8Array.of(0, type),
    none,
    none,
    sha256(spent),
    sha256(littleEndian(0, 8)),
    sha256(sized(script)),
    sha256(none),
    sha256(returned),
    Uint8Array.of(0),
    none,
  )
