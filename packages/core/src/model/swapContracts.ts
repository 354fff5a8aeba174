import type { CaipNetworkId } from '@billfold/protocol/caip'
import type { SwapContract } from '@billfold/protocol/eip155/swapContracts'

/** Contracts that a site trusts beside the kit's list: by network, then by source. */
export type OwnSwapContracts = Readonly<Partial<Record<CaipNetworkId, Readonly<Record<string, SwapContract>>>>>
