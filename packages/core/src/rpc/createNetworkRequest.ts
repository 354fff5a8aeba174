import type { ChainQuery } from '../chains/chainQuery.ts'
import type { Kit } from '../kit.ts'
import type { NetworkTarget } from './networkTarget.ts'

/**
 * Creates a query function for a chain: through the connected wallet, so that no other host learns of it, otherwise
 * through the network's nodes. An error response is a response; only silence and malformed responses move on to the
 * next. Paths are read from nodes only.
 */
export const createNetworkRequest =
  (kit: Kit, place: NetworkTarget) =>
  async (question: ChainQuery): Promise<unknown> =>
    (await import('./sendNetworkRequest.ts')).sendNetworkRequest(kit, place, question)
