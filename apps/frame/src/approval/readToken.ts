import { bytesOfHex, hexOf } from '@billfold/protocol/bytes'
import { cleanText } from '@billfold/protocol/cleanText'
import { isCountable } from '@billfold/protocol/decimalOf'
import type { Hex } from '../evm/signHash.ts'
import type { AskEvm } from './fillTransaction.ts'

/** A token's own word about itself; decimals are absent where it counts in none, as collections do. */
export type TokenWords = { symbol: string; decimals?: number }

/** Asks a token on its chain. Whatever cannot be fetched is left out: nothing is guessed where money is shown. */
export async function readToken(token: Hex, ask: AskEvm): Promise<TokenWords> {
  const call = (data: Hex) => ask('eth_call', [{ to: token, data }, 'latest']).catch(() => undefined)
  const [symbol, decimals] = await Promise.all([call('0x95d89b41'), call('0x313ce567')])
  const count = numberOf(decimals)
  return {
    symbol: textOf(symbol),
    ...(count !== undefined && isCountable({ decimals: count }) ? { decimals: count } : {}),
  }
}

function numberOf(answer: unknown): number | undefined {
  return typeof answer === 'string' && /^0x0{62}[0-9a-f]{2}$/i.test(answer) ? Number(answer) : undefined
}

/** A string as contracts write it, or the 32 bytes of the oldest tokens. */
function textOf(answer: unknown): string {
  if (typeof answer !== 'string' || !/^0x([0-9a-f]{64}){1,8}$/i.test(answer)) return ''
  const bytes = bytesOfHex(answer.slice(2))
  const length = Number(BigInt(`0x${hexOf(bytes.subarray(32, 64)) || '0'}`))
  const text = bytes.length === 32 ? bytes : bytes.subarray(64, 64 + Math.min(length, 64))
  return cleanText(new TextDecoder().decode(text).replaceAll('\0', ''), 20)
}
