import { KitError } from '@billfold/protocol/error'

export type Cbor = number | boolean | null | string | Buffer | Cbor[] | Map<number | string, Cbor>

/** Deeper than anything that an authenticator nests. */
const deepest = 4

/**
 * Reads one value of CTAP2's canonical CBOR, and where it ends. What authenticators never write is refused: tags, floats, lengths that
 * are not told, numbers longer than they need to be, or beyond 32 bits, and keys that come twice.
 */
export function readCbor(bytes: Buffer, from = 0, depth = 0): { value: Cbor; end: number } {
  let at = from
  const take = (length: number): Buffer => {
    if (length > bytes.length - at) throw unreadable()
    at += length
    return bytes.subarray(at - length, at)
  }
  const first = take(1)[0]!
  const [major, info] = [first >> 5, first & 31]
  if (major === 7) {
    if (info < 20 || info > 22) throw unreadable()
    return { value: info === 22 ? null : info === 21, end: at }
  }
  const count = info < 24 ? info : readLong(take, info)
  const next = (): Cbor => {
    const { value, end } = readCbor(bytes, at, depth + 1)
    at = end
    return value
  }
  if (major >= 4 && depth >= deepest) throw unreadable()
  switch (major) {
    case 0:
      return { value: count, end: at }
    case 1:
      return { value: -1 - count, end: at }
    case 2:
      return { value: take(count), end: at }
    case 3:
      return { value: readText(take(count)), end: at }
    case 4: {
      const items: Cbor[] = []
      // Each takes a byte at least, so a length that is a lie ends with the bytes.
      for (let i = 0; i < count; i++) items.push(next())
      return { value: items, end: at }
    }
    case 5: {
      const entries = new Map<number | string, Cbor>()
      for (let i = 0; i < count; i++) {
        const key = next()
        if ((typeof key !== 'number' && typeof key !== 'string') || entries.has(key)) throw unreadable()
        entries.set(key, next())
      }
      return { value: entries, end: at }
    }
    default:
      throw unreadable()
  }
}

function readLong(take: (length: number) => Buffer, info: number): number {
  if (info > 26) throw unreadable()
  const length = 2 ** (info - 24)
  const count = take(length).readUIntBE(0, length)
  if (count < [24, 2 ** 8, 2 ** 16][info - 24]!) throw unreadable()
  return count
}

function readText(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw unreadable()
  }
}

const unreadable = () => new KitError('invalid_input', { message: 'The passkey’s response is malformed.' })
