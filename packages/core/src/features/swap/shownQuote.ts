import { isUnderWay } from '../transactions/isUnderWay.ts'
import type { OfferedQuote, Swap } from './swap.ts'

/** What a swap is looked at as: as it was begun while it is under way, else as it would be now. */
export const shownQuote = (swap: Swap, fresh: OfferedQuote | undefined): OfferedQuote | undefined =>
  isUnderWay(swap) ? (swap.quote ?? fresh) : fresh
