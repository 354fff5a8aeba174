import type { RankedQuote } from '../providers/quotes/rankedQuote.ts'
import { isPermit2 } from '../providers/quotes/simulateSwapCalls.ts'

/**
 * Orders quotes for a client that names no spender: it supports one approval before a swap, and Permit2 takes two. A
 * quote with one plain approval goes first if it returns at most a hundredth less.
 */
export function plainFirst(quotes: readonly RankedQuote[]): readonly RankedQuote[] {
  const [best] = quotes
  if (!best || !takesTwo(best)) return quotes
  const plain = quotes.find((quote) => !takesTwo(quote) && quote.netOut * 100n >= best.netOut * 99n)
  return plain ? [plain, ...quotes.filter((quote) => quote !== plain)] : quotes
}

const takesTwo = ({ request, quote }: RankedQuote) =>
  quote.spender !== undefined && isPermit2(request.chain, quote.spender)
