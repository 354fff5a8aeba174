import type { CaipNetworkId } from '@billfold/protocol/caip'
import type { Source } from '../../model/source.ts'
import type { OfferedQuote, SwapAsset } from '../../model/swap.ts'

/** A reviewed and approved swap. */
export type SwapOrder = {
  networkId: CaipNetworkId
  source: Source
  from: SwapAsset
  to: SwapAsset
  amount: bigint
  /** The reviewed minimum: neither a later quote nor a server can lower it. */
  least: bigint
  quote: OfferedQuote
  /** Preloads the UI used after the wallet's first request; the request waits for it. */
  prepare?: () => Promise<unknown>
}

/** An order for exactly the displayed quote. */
export const swapOrder = (entry: Omit<SwapOrder, 'least' | 'quote'>, quote: OfferedQuote): SwapOrder => ({
  ...entry,
  least: BigInt(quote.toAmountMin),
  quote,
})
