import { sha256 } from '@noble/hashes/sha2.js'
import { joinBytes } from '../bytes.ts'

/** A number as `length` bytes in little-endian order, as Bitcoin writes them. */
export const littleEndian = (value: number, length: number): Uint8Array =>
  Uint8Array.from({ length }, (_, at) => Math.floor(value / 256 ** at) & 255)

/** How long something is, in as few bytes as that takes. */
export function compactSize(length: number): Uint8Array {
  if (length < 253) return Uint8Array.of(length)
  if (length < 65_536) return joinBytes(Uint8Array.of(253), littleEndian(length, 2))
  return joinBytes(Uint8Array.of(254), littleEndian(length, 4))
}

/** Bytes behind their length. */
export const sized = (bytes: Uint8Array): Uint8Array => joinBytes(compactSize(bytes.length), bytes)

export const sha256Twice = (bytes: Uint8Array): Uint8Array => sha256(sha256(bytes))

/** A domain-separated hash (BIP-340). */
export function taggedHash(tag: string, ...parts: readonly Uint8Array[]): Uint8Array {
  const name = sha256(new TextEncoder().encode(tag))
  return sha256(joinBytes(name, name, ...parts))
}
