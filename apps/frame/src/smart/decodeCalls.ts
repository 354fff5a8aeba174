import type { Hex } from '../evm/signHash.ts'
import { encodeCalls, type SmartCall } from './encodeCalls.ts'

const maxCalls = 100

/** The calls that `encodeCalls` wrote; undefined for anything else, so that what is shown is all there is. */
export function decodeCalls(data: Hex): SmartCall[] | undefined {
  if (!/^0x([0-9a-f]{2})+$/.test(data) || data.length > 400_000) return undefined
  const body = data.slice(10)
  const calls = data.startsWith('0xb61d27f6') ? [readCall(body)] : data.startsWith('0x34fcd5be') ? readBatch(body) : []
  if (calls.length === 0 || calls.some((call) => call === undefined)) return undefined
  const read = calls as SmartCall[]
  return encodeCalls(read) === data ? read : undefined
}

function readBatch(body: string): (SmartCall | undefined)[] {
  const count = smallAt(body, 32)
  if (count === undefined || count < 2 || count > maxCalls) return []
  return Array.from({ length: count }, (_, at) => {
    const offset = smallAt(body, 64 + at * 32)
    return offset === undefined ? undefined : readCall(body.slice(2 * (64 + offset)))
  })
}

function readCall(body: string): SmartCall | undefined {
  const length = smallAt(body, 96)
  if (length === undefined || body.length < 2 * (128 + length)) return undefined
  return {
    to: `0x${body.slice(24, 64)}`,
    value: BigInt(`0x${body.slice(64, 128)}`),
    data: `0x${body.slice(256, 256 + 2 * length)}`,
  }
}

/** A word that counts or points within the data; nothing that is larger than any data does. */
function smallAt(body: string, byte: number): number | undefined {
  const word = body.slice(2 * byte, 2 * byte + 64)
  return /^0{56}[0-9a-f]{8}$/.test(word) ? Number.parseInt(word, 16) : undefined
}
