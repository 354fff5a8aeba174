import type { CaipNetworkId } from '@billfold/protocol/caip'
import { tokenId } from '@billfold/protocol/nativeCoin'
import type { Kit } from '../../kit.ts'
import type { SwapAsset } from '../../model/swap.ts'

const refreshMs = 10_000
/** More dollars than any token is worth: the price is wrong. */
const maxDollars = 1e12

/** A token's price in dollars, for display only; null if unknown. */
export const priceQuery = (kit: Kit, { networkId, asset }: { networkId: CaipNetworkId; asset: SwapAsset }) => ({
  queryKey: ['price', networkId, asset.address ?? ''] as const,
  staleTime: refreshMs,
  refetchInterval: refreshMs,
  retry: false,
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<number | null> => {
    const { fungibles } = await kit.api.getPrice(
      { currency: 'usd', addresses: [tokenId(networkId, asset.address)] },
      signal,
    )
    const price = fungibles[0]?.price ?? 0
    return price > 0 && price < maxDollars ? price : null
  },
})
