import type { CaipNetworkId, Namespace } from '@billfold/protocol/caip'

/** A network of the site. */
export type Network = {
  /** The family's own id: 1, or a genesis hash. */
  id: number | string
  namespace: Namespace
  networkId: CaipNetworkId
  name: string
  nativeCurrency: { name: string; symbol: string; decimals: number }
  rpcUrls: readonly string[]
  explorer?: { name: string; url: string }
  imageId?: string
  imageUrl?: string
  testnet?: boolean
  /** The ENS registry on this chain, if any. */
  nameRegistry?: string
  /** The address prefix on networks that have one (SS58). */
  addressPrefix?: number | undefined
}

/** Selection for when no wallet is connected: a connected wallet's chain is in its account, not here. */
export type NetworkState = {
  activeNamespace: Namespace
  selected: Partial<Record<Namespace, CaipNetworkId>>
  requested: readonly Network[]
}

export type NetworkEvent =
  | { type: 'network/selected'; networkId: CaipNetworkId }
  | { type: 'network/namespaceActivated'; namespace: Namespace }
  | { type: 'network/added'; network: Network }
  | { type: 'network/removed'; networkId: CaipNetworkId }

/** A network as sites write it: a viem chain, or the same with AppKit's additions. */
export type NetworkInput = {
  /** The chain's id: a number on EVM chains, the CAIP-2 reference elsewhere. */
  id: number | string
  /** The network's name, as visitors read it. */
  name: string
  /** The coin that fees are paid in. */
  nativeCurrency: { name: string; symbol: string; decimals: number }
  /** The network's own nodes; `customRpcUrls` and your API come first. */
  rpcUrls: { default: { http: readonly string[] } }
  /** Where links to transactions and accounts lead; without it there are none. */
  blockExplorers?: { default: { name: string; url: string } } | undefined
  /** Marks a test network; `false` by default. */
  testnet?: boolean | undefined
  /** Known contracts, as viem lists them. The kit reads none of them. */
  contracts?: { [name: string]: unknown } | undefined
  /** The network's family, `eip155` by default. */
  chainNamespace?: string | undefined
  /** The network's CAIP-2 id, such as `eip155:1`; by default made from the family and `id`. */
  caipNetworkId?: string | undefined
  /** The network's picture: an id that your API knows, or an address. */
  assets?: { imageId?: string | undefined; imageUrl?: string | undefined } | undefined
  /** The number that Polkadot's addresses begin with on this network (SS58). */
  addressPrefix?: number | undefined
}
