import { KitError } from '../error.ts'
import { encodeBytewords } from './bytewords.ts'
import { encodeCbor } from './cbor.ts'
import { crc32 } from './crc32.ts'
import { fragmentsOf } from './fragments.ts'

/** A message for a device's camera, as one code or as an endless sequence of parts. */
export type UrEncoder = {
  /** Parts that suffice if none is lost. */
  count: number
  /** Text of part `number`, from 1; beyond `count`, combinations that replace lost parts. */
  part(number: number): string
}

/** Splits a message into codes that a camera can read, in upper case: a QR code of such letters is smaller. */
export function createUrEncoder(type: string, message: Uint8Array, maxFragment: number): UrEncoder {
  if (message.length === 0) throw new KitError('invalid_input', { message: 'An empty message has no code' })
  const count = Math.ceil(message.length / maxFragment)
  if (count === 1) {
    const text = `ur:${type}/${encodeBytewords(message)}`.toUpperCase()
    return { count, part: () => text }
  }
  const length = Math.ceil(message.length / count)
  const checksum = crc32(message)
  const padded = new Uint8Array(length * count)
  padded.set(message)
  return {
    count,
    part(number) {
      const data = new Uint8Array(length)
      for (const at of fragmentsOf(number, count, checksum)) xorInto(data, padded.subarray(at * length))
      const body = encodeCbor([number, count, message.length, checksum, data])
      return `ur:${type}/${number}-${count}/${encodeBytewords(body)}`.toUpperCase()
    },
  }
}

/** Combines bytes into `target`, as many as it has. */
export function xorInto(target: Uint8Array, bytes: Uint8Array): void {
  for (let at = 0; at < target.length; at++) target[at]! ^= bytes[at]!
}
