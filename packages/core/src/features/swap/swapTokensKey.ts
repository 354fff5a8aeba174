import type { CaipNetworkId } from '@billfold/protocol/caip'

/** Cache key of a network's tokens, for callers that only check the cache. */
export const swapTokensKey = (networkId: CaipNetworkId) => ({ queryKey: ['swapTokens', networkId] as const })
