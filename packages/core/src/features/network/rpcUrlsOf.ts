import type { State } from '../../store.ts'
import type { Network } from './network.ts'

/** Where a chain is asked: the site's own addresses first, then the network's. */
export const rpcUrlsOf = ({ options }: State, network: Network): readonly string[] => [
  ...(options.customRpcUrls[network.networkId] ?? []),
  ...network.rpcUrls,
]
