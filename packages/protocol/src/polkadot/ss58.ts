import { blake2b } from '@noble/hashes/blake2.js'
import { decodeBase58, encodeBase58 } from '../base58.ts'
import { joinBytes } from '../bytes.ts'
import { KitError } from '../error.ts'

export type PolkadotAddress = { prefix: number; publicKey: Uint8Array }

const salt = new TextEncoder().encode('SS58PRE')
const [keyLength, checkLength, longest] = [32, 2, 50]
/** From here on a prefix takes two bytes; beyond the second there is none. */
const [wide, beyond] = [64, 16_384]

/** An account's key as a network writes it: the network's number, the key, and two bytes that catch typing errors. */
export function writePolkadotAddress({ prefix, publicKey }: PolkadotAddress): string {
  const body = joinBytes(prefixBytes(prefix), publicKey)
  return encodeBase58(joinBytes(body, checkOf(body)))
}

/** Reads an address of any network; throws if it is invalid or its checksum is wrong. */
export function readPolkadotAddress(text: string): PolkadotAddress {
  const bytes = text.length > longest ? new Uint8Array() : decodeBase58(text)
  const [first = 255, second = 0] = bytes
  const isWide = first >= wide
  const end = bytes.length - checkLength
  const body = bytes.subarray(0, Math.max(0, end))
  const check = checkOf(body)
  const isWhole =
    body.length === keyLength + (isWide ? 2 : 1) && bytes.subarray(end).every((byte, i) => byte === check[i])
  // The lower six bits of the first byte are bits 2 to 7 of the number, its upper two are bits 8 and 9 of it.
  const prefix = isWide ? ((first & 63) << 2) | (second >> 6) | ((second & 63) << 8) : first
  // A number that one byte holds is not written in two, and two are kept for other uses.
  if (!isWhole || first >= 128 || prefix === 46 || prefix === 47 || (isWide && prefix < wide))
    throw new KitError('invalid_input', { message: 'Not a Polkadot address' })
  return { prefix, publicKey: body.slice(isWide ? 2 : 1) }
}

function prefixBytes(prefix: number): Uint8Array {
  if (!(prefix >= 0 && prefix < beyond)) throw new KitError('invalid_input', { message: 'No network has this prefix' })
  if (prefix < wide) return Uint8Array.of(prefix)
  return Uint8Array.of(((prefix & 0xfc) >> 2) | 64, (prefix >> 8) | ((prefix & 3) << 6))
}

const checkOf = (body: Uint8Array): Uint8Array => blake2b(joinBytes(salt, body), { dkLen: 64 }).subarray(0, checkLength)
