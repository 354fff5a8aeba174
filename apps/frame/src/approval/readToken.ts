import { bytesOfHex, hexOf } from '@billfold/protocol/bytes'
import { cleanText } from '@billfold/protocol/cleanText'
import { isCountable } from '@billfold/protocol/decimalOf'
import type { Hex } from '../evm/signHash.ts'
import type { QueryEvm } from './fillTransaction.ts'
import type { PinnedTokens } from './pinnedTokens.ts'

/** A token's symbol and decimals; a collection has no decimals. */
export type TokenWords = {
  /** In quotation marks if it comes from the token itself: anyone can choose any name. */
  symbol: string
  decimals?: number
  /** On the frame's own list. */
  isListed?: true
  /** Reported by a single server. */
  isUnverified?: true
  /** Two servers disagree. */
  isDisputed?: true
  /** The listed symbol, or the coin's, that this token impersonates. */
  pose?: string
}

/**
 * Reads a token from the frame's own list, otherwise from the chain by every source. If two sources disagree, or one fails, the field stays
 * out: no screen shows guesses about money.
 */
export async function readToken(
  token: Hex,
  sources: readonly QueryEvm[],
  pinned: Pick<PinnedTokens, 'find' | 'poseOf'>,
): Promise<TokenWords> {
  const own = pinned.find(token)
  if (own) return { ...own, isListed: true }
  const answers = (await Promise.all(sources.map((query) => fetchToken(token, query)))).filter(
    ({ symbol, decimals }) => symbol !== '' || decimals !== undefined,
  )
  const symbols = new Set(answers.map(({ symbol }) => symbol).filter(Boolean))
  const counts = new Set(answers.flatMap(({ decimals }) => decimals ?? []))
  if (symbols.size > 1 || counts.size > 1) return { symbol: '', isDisputed: true }
  const [[symbol = ''], [decimals]] = [[...symbols], [...counts]]
  const confirming = answers.filter((each) => each.symbol === symbol && each.decimals === decimals).length
  const pose = pinned.poseOf(symbol)
  return {
    symbol: symbol && `“${symbol}”`,
    ...(decimals === undefined ? {} : { decimals }),
    ...(confirming < 2 ? { isUnverified: true } : {}),
    ...(pose === undefined ? {} : { pose }),
  }
}

async function fetchToken(token: Hex, query: QueryEvm): Promise<{ symbol: string; decimals?: number }> {
  const call = (data: Hex) => query('eth_call', [{ to: token, data }, 'latest']).catch(() => undefined)
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
