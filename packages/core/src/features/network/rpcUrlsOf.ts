import type { Kit } from '../../kit.ts'
import type { Network } from './network.ts'

/** Where a chain is asked: the site's own addresses first, then the network's. */
export const rpcUrlsOf = (kit: Kit, network: Network): readonly string[] => [
  ...(kit.options.customRpcUrls[network.networkId] ?? []),
  ...network.rpcUrls,
]
