import { cleanText } from '@billfold/protocol/cleanText'
import { decodeAbiParameters, hexToString } from 'viem/utils'
import type { QueryWallet } from '../chainQuery.ts'
import type { TokenFacts } from '../transfers.ts'
import { refusedWith } from './sendRefusal.ts'

const [decimalsData, symbolData] = ['0x313ce567', '0x95d89b41']

/** A token's own metadata; missing or invalid fields are absent. */
export async function tokenFacts(token: string, ask: QueryWallet): Promise<TokenFacts> {
  const [digits, letters] = await Promise.all([answerOf(token, decimalsData, ask), answerOf(token, symbolData, ask)])
  const decimals = digits.length >= 66 ? BigInt(digits.slice(0, 66)) : 256n
  const symbol = cleanText(textIn(letters), 12)
  return { ...(decimals < 256n ? { decimals: Number(decimals) } : {}), ...(symbol ? { symbol } : {}) }
}

async function answerOf(token: string, data: string, ask: QueryWallet): Promise<`0x${string}`> {
  try {
    const answer = await ask({ method: 'eth_call', params: [{ to: token, data }, 'latest'] })
    return typeof answer === 'string' && /^0x(?:[0-9a-fA-F]{2})*$/.test(answer) ? (answer as `0x${string}`) : '0x'
  } catch (e) {
    // A token without the method is taken as listed.
    if (refusedWith(e) !== undefined) return '0x'
    throw e
  }
}

/** A token's name: text, or 32 bytes in the oldest ones. */
export function textIn(answer: `0x${string}`): string {
  try {
    return decodeAbiParameters([{ type: 'string' }], answer)[0]
  } catch {
    // Text starts at the first byte; a leading zero byte means a number.
    return answer.length === 66 && !answer.startsWith('0x00') ? hexToString(answer, { size: 32 }) : ''
  }
}
