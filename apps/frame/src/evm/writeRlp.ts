import { bytesOfHex, joinBytes } from '@billfold/protocol/bytes'

export type Rlp = Uint8Array | readonly Rlp[]

/** Encodes nested lists of bytes in RLP. */
export function writeRlp(value: Rlp): Uint8Array {
  if (value instanceof Uint8Array)
    return value.length === 1 && value[0]! < 0x80 ? value : joinBytes(header(0x80, value.length), value)
  const body = joinBytes(...value.map(writeRlp))
  return joinBytes(header(0xc0, body.length), body)
}

function header(offset: number, length: number): Uint8Array {
  if (length < 56) return Uint8Array.of(offset + length)
  const size = rlpNumber(BigInt(length))
  return Uint8Array.of(offset + 55 + size.length, ...size)
}

/** A number without leading zeros; empty for zero. */
export function rlpNumber(value: bigint): Uint8Array {
  if (value < 0n) throw new RangeError('a transaction cannot contain a negative number')
  if (value === 0n) return new Uint8Array()
  const hex = value.toString(16)
  return bytesOfHex(hex.length % 2 === 0 ? hex : `0${hex}`)
}
