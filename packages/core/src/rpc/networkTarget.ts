import type { CaipNetworkId } from '@billfold/protocol/caip'

export type NetworkTarget = {
  networkId: CaipNetworkId
  /** Nodes before the wallet: for verifying what a wallet did. */
  nodeFirst?: boolean
  /** Without the wallet: for a wallet's own queries. */
  nodesOnly?: boolean
  signal?: AbortSignal | undefined
}
