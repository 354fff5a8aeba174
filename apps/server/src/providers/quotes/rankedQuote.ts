import type { QuoteRequest, QuoteSource, SourceQuote } from './quoteSource.ts'
import type { Worth } from './worthOf.ts'

/** A checked quote that may be offered. */
export type RankedQuote = {
  id: string
  source: QuoteSource
  request: QuoteRequest
  quote: SourceQuote
  /** Gas of the approval transaction that the swap needs first. */
  approvalGas: bigint
  gasPrice: bigint
  /** For the swap and its approval. */
  gasUsd?: number | undefined
  /** Output less gas, in units of the bought token; without prices, the output alone. */
  netOut: bigint
  tookMs: number
}

/** A quote with its gas cost and net output at a gas price. */
export function atGasPrice(
  quoted: Omit<RankedQuote, 'gasPrice' | 'gasUsd' | 'netOut'>,
  gasPrice: bigint,
  market: Worth,
): RankedQuote {
  const { quote, approvalGas } = quoted
  const cost = market.gasCost((quote.gas + approvalGas) * gasPrice)
  const { gasUsd: _, ...plain } = quoted as RankedQuote
  return { ...plain, gasPrice, ...(cost && { gasUsd: cost.usd }), netOut: quote.amountOut - (cost?.units ?? 0n) }
}

/** Best net output first; the faster source wins a tie. */
export const byNetOut = (a: RankedQuote, b: RankedQuote): number =>
  b.netOut > a.netOut ? 1 : b.netOut < a.netOut ? -1 : a.tookMs - b.tookMs
