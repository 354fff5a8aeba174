import { cleanText } from '@billfold/protocol/cleanText'
import { type Hex, hexToString } from 'viem'

/** The 32-byte word at an index of what a contract returned; undefined when it returned less. */
export function wordAt(data: Hex | undefined, index: number): bigint | undefined {
  const start = 2 + index * 64
  if (!data || data.length < start + 64) return undefined
  return BigInt(`0x${data.slice(start, start + 64)}`)
}

/** The same, read as a number that may be negative. */
export function signedWordAt(data: Hex | undefined, index: number): bigint | undefined {
  const word = wordAt(data, index)
  return word === undefined ? undefined : BigInt.asIntN(256, word)
}

/** A name as a contract tells it, a string or the 32 bytes of older tokens, made safe to show; empty when it is neither. */
export function textOf(data: Hex | undefined, maxLength: number): string {
  if (!data || data.length < 66) return ''
  const bytes = data.length === 66 ? `0x${data.slice(2).replace(/(?:00){1,32}$/, '')}` : stringBytes(data, maxLength)
  return cleanText(hexToString(bytes as Hex), maxLength)
}

/** Reads no more of a string than can be shown, however long it claims to be. */
function stringBytes(data: Hex, maxLength: number): string {
  const offset = wordAt(data, 0) ?? 0n
  if (offset % 32n !== 0n || offset > 1_024n) return '0x'
  const at = Number(offset) / 32
  const length = wordAt(data, at) ?? 0n
  const start = 2 + (at + 1) * 64
  const most = Math.min(Number(length < 10_000n ? length : 10_000n), maxLength * 4) * 2
  const part = data.slice(start, start + most)
  return `0x${part.length % 2 ? part.slice(0, -1) : part}`
}
