import { bytesOfHex, hexOf } from '@billfold/protocol/bytes'
import type { Hex } from '../evm/signHash.ts'

/** One call of a batch. */
export type SmartCall = { to: Hex; value: bigint; data: Hex }

const word = (value: bigint): string => value.toString(16).padStart(64, '0')
const addressWord = (address: Hex): string => hexOf(bytesOfHex(address.slice(2))).padStart(64, '0')
const bytesTail = (data: Hex): string => {
  const digits = hexOf(bytesOfHex(data.slice(2)))
  return word(BigInt(digits.length / 2)) + digits.padEnd(Math.ceil(digits.length / 64) * 64, '0')
}

/** Encodes calls for both kinds of account: `execute` for one, `executeBatch` for several, all or none. */
export function encodeCalls(calls: readonly SmartCall[]): Hex {
  const [only] = calls
  if (!only) throw new RangeError('a batch needs at least one call')
  if (calls.length === 1) return `0xb61d27f6${encodeCall(only)}`
  const bodies = calls.map(encodeCall)
  let at = BigInt(calls.length * 32)
  const offsets = bodies.map((body) => {
    const offset = word(at)
    at += BigInt(body.length / 2)
    return offset
  })
  return `0x34fcd5be${word(32n)}${word(BigInt(calls.length))}${offsets.join('')}${bodies.join('')}`
}

const encodeCall = ({ to, value, data }: SmartCall): string =>
  `${addressWord(to)}${word(value)}${word(96n)}${bytesTail(data)}`

/** `abi.encode(address, bytes, bytes)`, which a signature of an account that is not there yet is wrapped in. */
export const encodeCreation = (factory: Hex, data: Hex, signature: Hex): string => {
  const first = bytesTail(data)
  return `${addressWord(factory)}${word(96n)}${word(96n + BigInt(first.length / 2))}${first}${bytesTail(signature)}`
}
