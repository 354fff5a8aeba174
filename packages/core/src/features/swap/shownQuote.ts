import { isFlowPending } from '../../model/isFlowPending.ts'
import type { OfferedQuote, Swap } from '../../model/swap.ts'
import { slippageAbove } from './swapMaths.ts'

/**
 * The displayed quote: during a swap the one it started with, otherwise the current one. The accepted minimum stays
 * while a newer quote meets it.
 */
export function shownQuote(swap: Swap, fresh: OfferedQuote | undefined): OfferedQuote | undefined {
  if (isFlowPending(swap)) return swap.quote ?? fresh
  const { accepted } = swap
  if (!accepted || !fresh || isWorse(swap, fresh)) return fresh
  const isLess = BigInt(fresh.toAmountMin) < BigInt(accepted.toAmountMin)
  return isLess ? { ...fresh, toAmountMin: accepted.toAmountMin } : fresh
}

/**
 * Whether the visitor must accept a quote first: it leaves less than half the slippage above the accepted minimum, and
 * would likely fail.
 */
export function isWorse({ accepted }: Pick<Swap, 'accepted'>, fresh: OfferedQuote): boolean {
  if (!accepted) return false
  const least = BigInt(accepted.toAmountMin)
  if (BigInt(fresh.toAmountMin) >= least) return false
  return (slippageAbove(fresh, least) ?? 0) * 2 < accepted.slippageBps
}
