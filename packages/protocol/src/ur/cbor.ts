import { joinBytes } from '../bytes.ts'
import { KitError } from '../error.ts'
import { uint32Bytes } from './crc32.ts'

/** The part of CBOR (RFC 8949) that the device types use. */
export type Cbor = number | boolean | null | string | Uint8Array | readonly Cbor[] | CborMap | CborTag
export type CborMap = ReadonlyMap<number | string, Cbor>
export class CborTag {
  readonly tag: number
  readonly value: Cbor

  constructor(tag: number, value: Cbor) {
    this.tag = tag
    this.value = value
  }
}

const [maxDepth, maxItems] = [12, 4096]

/** Encodes a value; a map's entries stay in their order. */
export function encodeCbor(value: Cbor): Uint8Array {
  if (typeof value === 'number') {
    if (!Number.isSafeInteger(value)) throw new KitError('invalid_input', { message: 'CBOR: not a safe integer' })
    return value < 0 ? head(1, -1 - value) : head(0, value)
  }
  if (typeof value === 'boolean') return Uint8Array.of(value ? 0xf5 : 0xf4)
  if (value === null) return Uint8Array.of(0xf6)
  if (typeof value === 'string') {
    const bytes = new TextEncoder().encode(value)
    return joinBytes(head(3, bytes.length), bytes)
  }
  if (value instanceof Uint8Array) return joinBytes(head(2, value.length), value)
  if (value instanceof CborTag) return joinBytes(head(6, value.tag), encodeCbor(value.value))
  if (value instanceof Map) return joinBytes(head(5, value.size), ...[...value].flat().map(encodeCbor))
  const items = value as readonly Cbor[]
  return joinBytes(head(4, items.length), ...items.map(encodeCbor))
}

function head(major: number, length: number): Uint8Array {
  const type = major << 5
  if (length < 24) return Uint8Array.of(type | length)
  if (length < 0x100) return Uint8Array.of(type | 24, length)
  if (length < 0x10000) return Uint8Array.of(type | 25, length >> 8, length & 255)
  if (length < 0x100000000) return joinBytes(Uint8Array.of(type | 26), uint32Bytes(length))
  const high = Math.floor(length / 0x100000000)
  return joinBytes(Uint8Array.of(type | 27), uint32Bytes(high), uint32Bytes(length % 0x100000000))
}

/** Decodes untrusted bytes: one value that fills them, within limits of depth and count. */
export function decodeCbor(bytes: Uint8Array): Cbor {
  let at = 0
  let items = 0
  const take = (length: number): Uint8Array => {
    if (length > bytes.length - at) throw invalid()
    at += length
    return bytes.slice(at - length, at)
  }
  const argument = (info: number): number => {
    if (info < 24) return info
    // Indefinite lengths are not part of the subset.
    if (info > 27) throw invalid()
    const value = take(2 ** (info - 24)).reduce((sum, byte) => sum * 256 + byte, 0)
    if (!Number.isSafeInteger(value)) throw invalid()
    return value
  }
  const read = (depth: number): Cbor => {
    items += 1
    if (depth > maxDepth || items > maxItems) throw invalid()
    const first = take(1)[0]!
    const [major, info] = [first >> 5, first & 31]
    if (major === 7) return simple(info)
    const length = argument(info)
    if (major === 0) return length
    if (major === 1) return -1 - length
    if (major === 2) return take(length)
    if (major === 3) return text(take(length))
    if (major === 6) return new CborTag(length, read(depth + 1))
    // An item needs a byte at least, so a huge count fails before its array grows.
    if (length > bytes.length - at) throw invalid()
    if (major === 4) return Array.from({ length }, () => read(depth + 1))
    const map = new Map<number | string, Cbor>()
    for (let entry = 0; entry < length; entry++) {
      const key = read(depth + 1)
      if ((typeof key !== 'number' && typeof key !== 'string') || map.has(key)) throw invalid()
      map.set(key, read(depth + 1))
    }
    return map
  }
  const value = read(0)
  if (at !== bytes.length) throw invalid()
  return value
}

function simple(info: number): Cbor {
  if (info === 20 || info === 21) return info === 21
  if (info === 22) return null
  throw invalid()
}

function text(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw invalid()
  }
}

const invalid = () => new KitError('invalid_input', { message: 'Invalid CBOR' })
