import { KitError } from '@billfold/protocol/error'
import type { AskChain } from '@billfold/protocol/signin/verifySignature'
import type { Kit } from '../../kit.ts'
import { findNetwork } from '../../model/findNetwork.ts'
import { rpcUrlsOf } from '../../model/rpcUrlsOf.ts'
import { requestNodes } from '../../rpc/requestNodes.ts'

/** Access to the signature's own chain; a network that the site does not use cannot verify it. */
export const queryChainOf =
  (kit: Pick<Kit, 'store' | 'ports'>): AskChain =>
  (chainId, method, params) => {
    const network = findNetwork(kit.store.get(), chainId)
    if (!network) throw new KitError('network_unknown')
    const urls = rpcUrlsOf(kit.store.get(), network)
    return requestNodes(kit.ports, { urls, chainId, ask: { method, params } })
  }
