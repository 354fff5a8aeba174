import { decodeBytewords } from './bytewords.ts'
import { decodeCbor } from './cbor.ts'
import { crc32 } from './crc32.ts'
import { fragmentsOf } from './fragments.ts'
import { xorInto } from './urEncoder.ts'

/** A complete message and its type, in lower case. */
export type Ur = { type: string; message: Uint8Array }
/**
 * Effect of one code: `done` with the message; `more` with the progress; `unreadable` is no UR, or a damaged one;
 * `foreign` is not part of the started message.
 */
export type UrResult =
  | { kind: 'done'; ur: Ur }
  | { kind: 'more'; received: number; count: number }
  | { kind: 'unreadable' }
  | { kind: 'foreign' }

export type UrDecoder = { read(text: string): UrResult }

/** The longest text of a QR code (version 40, alphanumeric), the longest message and its most parts. */
const [maxText, maxMessage, maxParts] = [4296, 128 * 1024, 1024]
/** A device that shows another message for this long has moved on. */
const maxForeign = 6

type Part = { number: number; count: number; length: number; checksum: number; data: Uint8Array }
type Row = { mask: Uint8Array; data: Uint8Array }

/**
 * Collects the parts of a message from an untrusted camera, in any order. Parts are equations over its fragments, which
 * it eliminates as they come: it holds at most one row per fragment, whatever is shown to it.
 */
export function createUrDecoder(): UrDecoder {
  let current: { type: string; first: Part; rows: Map<number, Row> } | undefined
  let foreign = 0

  function accept(type: string, part: Part): UrResult {
    const { first } = current ?? { first: part }
    if (current && (current.type !== type || !isSameMessage(first, part))) {
      foreign += 1
      if (foreign < maxForeign) return { kind: 'foreign' }
      current = undefined
    }
    foreign = 0
    current ??= { type, first: part, rows: new Map() }
    const { rows } = current
    insert(rows, part)
    if (rows.size < part.count) return { kind: 'more', received: rows.size, count: part.count }
    const message = joinRows(rows, part)
    current = undefined
    // Parts of two messages with one header, or a lying one: start again.
    if (crc32(message) !== part.checksum) return { kind: 'unreadable' }
    return { kind: 'done', ur: { type, message } }
  }

  return {
    read(text) {
      if (text.length > maxText) return { kind: 'unreadable' }
      const match = /^ur:([a-z0-9-]{1,64})\/(?:(\d{1,10})-(\d{1,4})\/)?([a-z]+)$/.exec(text.toLowerCase())
      if (!match) return { kind: 'unreadable' }
      const [, type = '', number, count, words = ''] = match
      try {
        const body = decodeBytewords(words)
        if (number === undefined) {
          current = undefined
          return { kind: 'done', ur: { type, message: body } }
        }
        const part = readPart(body)
        if (!part || part.number !== Number(number) || part.count !== Number(count)) return { kind: 'unreadable' }
        return accept(type, part)
      } catch {
        // Damaged: the device shows it again.
        return { kind: 'unreadable' }
      }
    },
  }
}

function readPart(body: Uint8Array): Part | undefined {
  const value = decodeCbor(body)
  if (!Array.isArray(value) || value.length !== 5) return undefined
  const [number, count, length, checksum, data] = value
  if (!isWithin(number, 2 ** 32 - 1) || !isWithin(count, maxParts) || !isWithin(length, maxMessage)) return undefined
  if (typeof checksum !== 'number' || checksum < 0 || checksum >= 2 ** 32 || !(data instanceof Uint8Array))
    return undefined
  // The parts hold the message and less than one part of padding.
  if (data.length * count < length || data.length * (count - 1) >= length) return undefined
  return { number, count, length, checksum, data }
}

const isWithin = (value: unknown, max: number): value is number =>
  typeof value === 'number' && value >= 1 && value <= max

const isSameMessage = (a: Part, b: Part): boolean =>
  a.count === b.count && a.length === b.length && a.checksum === b.checksum && a.data.length === b.data.length

/** Reduces a part by the rows known, and stores what is new under its first fragment. */
function insert(rows: Map<number, Row>, part: Part): void {
  const row = { mask: new Uint8Array(part.count), data: part.data.slice() }
  for (const at of fragmentsOf(part.number, part.count, part.checksum)) row.mask[at] = 1
  for (let at = 0; at < part.count; at++) {
    if (row.mask[at] === 0) continue
    const known = rows.get(at)
    if (!known) return void rows.set(at, row)
    xorInto(row.mask, known.mask)
    xorInto(row.data, known.data)
  }
}

/** Solves the rows from the last fragment to the first. */
function joinRows(rows: Map<number, Row>, { count, length, data }: Part): Uint8Array {
  const message = new Uint8Array(count * data.length)
  for (let at = count - 1; at >= 0; at--) {
    const row = rows.get(at)!
    for (let other = at + 1; other < count; other++)
      if (row.mask[other]) xorInto(row.data, message.subarray(other * data.length))
    message.set(row.data, at * data.length)
  }
  return message.slice(0, length)
}
