import { cleanText } from '@billfold/protocol/cleanText'
import type { Refusal, SendToken, TokenFacts } from './transfers.ts'

/** How a token that was shown differs from what it says of itself on the chain; nothing where it does not, or says nothing. */
export function otherToken(
  { symbol, decimals }: Pick<SendToken, 'symbol' | 'decimals'>,
  said: TokenFacts,
): Extract<Refusal, { kind: 'otherDecimals' | 'otherSymbol' }> | undefined {
  if (said.decimals !== undefined && said.decimals !== decimals) return { kind: 'otherDecimals' }
  if (said.symbol !== undefined && !isCalled(symbol, said.symbol)) return { kind: 'otherSymbol', says: said.symbol }
  return undefined
}

/** Capitals aside, and what lists add to tell a bridged token from its issuer's own (`USDC.e`). */
function isCalled(shown: string, said: string): boolean {
  const [a, b] = [plain(shown), plain(said)]
  return a === b || a.startsWith(`${b}.`)
}

const plain = (symbol: string) => cleanText(symbol, 12).toUpperCase()
