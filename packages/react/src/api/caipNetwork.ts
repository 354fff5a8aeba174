import type { Network } from '@billfold/core/features/network/network'
import type { CaipNetworkId, Namespace } from '@billfold/protocol/caip'

/** A network as sites know it from AppKit: a viem chain with its family beside it. */
export type CaipNetwork = {
  id: number | string
  caipNetworkId: CaipNetworkId
  chainNamespace: Namespace
  name: string
  nativeCurrency: { name: string; symbol: string; decimals: number }
  rpcUrls: { default: { http: readonly string[] } }
  blockExplorers?: { default: { name: string; url: string } }
  testnet?: boolean
  assets?: { imageId?: string; imageUrl?: string }
}

const known = new WeakMap<Network, CaipNetwork>()

/** The public form of a network; the same network gives the same object. */
export function toCaipNetwork(network: Network): CaipNetwork {
  const before = known.get(network)
  if (before) return before
  const { id, networkId, namespace, name, nativeCurrency, rpcUrls, explorer, testnet, imageId, imageUrl } = network
  const fresh: CaipNetwork = {
    id,
    caipNetworkId: networkId,
    chainNamespace: namespace,
    name,
    nativeCurrency,
    rpcUrls: { default: { http: rpcUrls } },
    ...(explorer ? { blockExplorers: { default: explorer } } : {}),
    ...(testnet ? { testnet } : {}),
    ...(imageId || imageUrl ? { assets: { ...(imageId ? { imageId } : {}), ...(imageUrl ? { imageUrl } : {}) } } : {}),
  }
  known.set(network, fresh)
  return fresh
}
