import { bytesOfHex, hexOf } from '../bytes.ts'
import { KitError } from '../error.ts'

/** 32 bytes as 64 lower-case hexadecimal digits: keys and topics are written so everywhere. */
export const isHex32 = (value: unknown): value is string => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value)

/** A fresh key for a pairing, an identity or a subject. */
export const generateKey = (): string => hexOf(crypto.getRandomValues(new Uint8Array(32)))

/** The bytes of a key; anything but 64 hexadecimal digits is refused, and never repeated in the error. */
export function bytesOfKey(key: string): Uint8Array<ArrayBuffer> {
  if (!isHex32(key)) throw new KitError('invalid_input', { message: 'A key must be 64 hexadecimal digits' })
  return bytesOfHex(key)
}
