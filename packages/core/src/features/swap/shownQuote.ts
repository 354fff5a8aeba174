import type { SwapQuote } from '@billfold/protocol/api/swap'
import { isUnderWay } from '../transactions/isUnderWay.ts'
import type { Swap } from './swap.ts'

/** What a swap is looked at as: as it was begun while it is under way, else as it would be now. */
export const shownQuote = (swap: Swap, fresh: SwapQuote | undefined): SwapQuote | undefined =>
  isUnderWay(swap) ? (swap.quote ?? fresh) : fresh
