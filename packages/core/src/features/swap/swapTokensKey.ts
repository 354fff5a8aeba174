import type { CaipNetworkId } from '@billfold/protocol/caip'

/** Where the answer about a network's tokens is kept, for anyone who only looks whether it is there. */
export const swapTokensKey = (networkId: CaipNetworkId) => ({ queryKey: ['swapTokens', networkId] as const })
