import type { Network } from '@billfold/core/model/network'
import type { CaipNetworkId, Namespace } from '@billfold/protocol/caip'

/** A network as sites know it from AppKit: a viem chain plus its family. */
export type CaipNetwork = {
  /** The chain's id: a number on EVM chains, the CAIP-2 reference elsewhere. */
  id: number | string
  /** The CAIP-2 id, such as `eip155:1`. */
  caipNetworkId: CaipNetworkId
  /** The family that the network belongs to. */
  chainNamespace: Namespace
  /** The network's name, as visitors read it. */
  name: string
  /** The coin that fees are paid in. */
  nativeCurrency: { name: string; symbol: string; decimals: number }
  /** Public nodes, for libraries and wallets. */
  rpcUrls: { default: { http: readonly string[] } }
  /** Where links to transactions and accounts lead. */
  blockExplorers?: { default: { name: string; url: string } }
  /** Marks a test network. */
  testnet?: boolean
  /** The network's picture: an id that your API knows, or an address. */
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
