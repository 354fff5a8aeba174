import { cleanText } from './cleanText.ts'

export type OtherToken = { kind: 'otherDecimals' } | { kind: 'otherSymbol'; says: string }

/** How a shown token differs from its own data on the chain; undefined if it does not, or if it has none. */
export function otherToken(
  { symbol, decimals }: { symbol: string; decimals: number },
  onChain: { symbol?: string; decimals?: number },
): OtherToken | undefined {
  if (onChain.decimals !== undefined && onChain.decimals !== decimals) return { kind: 'otherDecimals' }
  if (onChain.symbol !== undefined && !isCalled(symbol, onChain.symbol))
    return { kind: 'otherSymbol', says: onChain.symbol }
  return undefined
}

/** The same of a chain's own coin, which has one name and no lists: to the letter. */
export function otherCoin(
  { symbol, decimals }: { symbol: string; decimals: number },
  coin: { symbol: string; decimals: number },
): OtherToken | undefined {
  if (decimals !== coin.decimals) return { kind: 'otherDecimals' }
  return symbol === coin.symbol ? undefined : { kind: 'otherSymbol', says: coin.symbol }
}

/** Capitals aside, a dollar sign that some begin with, and what lists add to tell a bridged token from its issuer's own (`USDC.e`). */
function isCalled(shown: string, actual: string): boolean {
  const [a, b] = [plain(shown), plain(actual)]
  return a === b || a.startsWith(`${b}.`)
}

const plain = (symbol: string) => cleanText(symbol, 12).replace(/^\$/, '').toUpperCase()
