import type { CaipNetworkId } from '@billfold/protocol/caip'
import type { NodeQuestion } from './chains/chain.ts'
import type { Kit } from './kit.ts'

export type NetworkPlace = {
  networkId: CaipNetworkId
  /** Nodes before the wallet: for verifying what a wallet did. */
  nodeFirst?: boolean
  signal?: AbortSignal | undefined
}

/**
 * Creates a query function for a chain: through the connected wallet, so that no other host learns of it, otherwise
 * through the network's nodes. An error response is a response; only silence and malformed responses move on to the
 * next. Paths are read from nodes only.
 */
export const askNetwork =
  (kit: Kit, place: NetworkPlace) =>
  async (question: NodeQuestion): Promise<unknown> =>
    (await import('./askWays.ts')).askWays(kit, place, question)
