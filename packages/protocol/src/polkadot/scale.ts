import { bytesOfHex, hexOf as digitsOf } from '../bytes.ts'
import { KitError } from '../error.ts'

/** Reads what Substrate's chains write (SCALE), from its beginning on. */
export type ScaleReader = ReturnType<typeof scaleReader>

const short = () => new KitError('invalid_input', { message: 'These bytes are cut off' })
const [eight, low] = [8n, 255n]

/** Whole numbers, texts and lists are read one after the other; what is not there throws. */
export function scaleReader(bytes: Uint8Array) {
  let at = 0
  const take = (length: number): Uint8Array => {
    if (!(length >= 0 && at + length <= bytes.length)) throw short()
    at += length
    return bytes.subarray(at - length, at)
  }
  const uint = (length: number): bigint => take(length).reduceRight((sum, byte) => (sum << eight) | BigInt(byte), 0n)
  const byte = (): number => take(1)[0]!
  const u32 = (): number => Number(uint(4))
  /** A number in as few bytes as it needs: the lowest two bits of the first say in how many. */
  const compact = (): bigint => {
    const first = bytes[at]
    if (first === undefined) throw short()
    const mode = first & 3
    if (mode < 3) return uint(2 ** mode) >> 2n
    at += 1
    return uint((first >> 2) + 4)
  }
  const length = (): number => {
    const count = compact()
    // Nothing is shorter than nothing, but a list of nothings is not worth its time.
    if (count > BigInt(bytes.length)) throw short()
    return Number(count)
  }
  const list = <T>(read: () => T): T[] => Array.from({ length: length() }, read)
  return {
    take,
    byte,
    u32,
    u128: () => uint(16),
    uint,
    compact,
    length,
    list,
    text: () => new TextDecoder().decode(take(length())),
    bytes: () => take(length()),
    option: <T>(read: () => T): T | undefined => (byte() === 0 ? undefined : read()),
    left: () => bytes.length - at,
  }
}

/** A whole number as `length` bytes, little-endian. */
export function uintBytes(value: bigint, length: number): Uint8Array {
  if (value < 0n || value >> BigInt(length * 8))
    throw new KitError('invalid_input', { message: 'This number is too large' })
  return Uint8Array.from({ length }, (_, at) => Number((value >> (eight * BigInt(at))) & low))
}

/** A whole number in as few bytes as it needs. */
export function compactBytes(value: bigint | number): Uint8Array {
  const number = BigInt(value)
  if (number < 1n << 6n) return uintBytes(number << 2n, 1)
  if (number < 1n << 14n) return uintBytes((number << 2n) | 1n, 2)
  if (number < 1n << 30n) return uintBytes((number << 2n) | 2n, 4)
  const length = Math.max(4, Math.ceil(number.toString(16).length / 2))
  return Uint8Array.of(((length - 4) << 2) | 3, ...uintBytes(number, length))
}

/** Bytes as nodes and wallets write them. */
export const hexOf = (bytes: Uint8Array): string => `0x${digitsOf(bytes)}`

/** The bytes that a node or a wallet wrote; throws on what is no hex. */
export function bytesOf(hex: unknown): Uint8Array {
  if (typeof hex !== 'string' || !hex.startsWith('0x')) throw new KitError('invalid_input', { message: 'Expected hex' })
  return bytesOfHex(hex.slice(2))
}
