import { KitError } from '../error.ts'
import { type Cbor, type CborMap, CborTag } from './cbor.ts'

/** A value without its tags. */
export const untag = (value: Cbor): Cbor => (value instanceof CborTag ? untag(value.value) : value)

/** A map; throws on any other value. */
export function readMap(value: Cbor): CborMap {
  if (value instanceof Map) return value
  throw new KitError('wallet_answer_invalid', { message: 'The code has an unknown format' })
}

/** Bytes of one of these lengths; undefined otherwise. */
export const readBytes = (value: Cbor | undefined, ...lengths: number[]): Uint8Array | undefined =>
  value instanceof Uint8Array && lengths.includes(value.length) ? value : undefined
