import type { CaipNetworkId } from '@billfold/protocol/caip'

/** Where the answer about a network's tokens is kept, for whoever only looks whether it is there. */
export const swapTokensKey = (networkId: CaipNetworkId) => ['swapTokens', networkId] as const
