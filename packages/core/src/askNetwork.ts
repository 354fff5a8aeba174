import type { CaipNetworkId } from '@billfold/protocol/caip'
import type { NodeQuestion } from './chains/chain.ts'
import type { Kit } from './kit.ts'

export type NetworkPlace = {
  networkId: CaipNetworkId
  /** The network's own node before the wallet: for checking what a wallet did. */
  nodeFirst?: boolean
  signal?: AbortSignal | undefined
}

/**
 * A way to ask a chain: through the wallet that stands on it, so that no other host is told, and else the network's nodes.
 * What is answered with an error is an answer; only silence and nonsense go on to the next. A path is read of nodes alone.
 */
export const askNetwork =
  (kit: Kit, place: NetworkPlace) =>
  async (question: NodeQuestion): Promise<unknown> =>
    (await import('./askWays.ts')).askWays(kit, place, question)
