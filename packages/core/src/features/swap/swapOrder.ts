import type { CaipNetworkId } from '@billfold/protocol/caip'
import type { Source } from '../source/source.ts'
import type { OfferedQuote, SwapAsset } from './swap.ts'

/** What the visitor was shown and said yes to. */
export type SwapOrder = {
  networkId: CaipNetworkId
  source: Source
  from: SwapAsset
  to: SwapAsset
  amount: bigint
  /** The least that may come out, as it was shown: no later quote and no server changes it. */
  least: bigint
  quote: OfferedQuote
  /** Fetches what the screen shows from the wallet's first request to the end; the wallet is not asked before that is here. */
  prepare?: () => Promise<unknown>
}

/** An order for exactly the quote on screen. */
export const swapOrder = (entry: Omit<SwapOrder, 'least' | 'quote'>, quote: OfferedQuote): SwapOrder => ({
  ...entry,
  least: BigInt(quote.toAmountMin),
  quote,
})
