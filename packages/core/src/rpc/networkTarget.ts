import type { CaipNetworkId } from '@billfold/protocol/caip'

export type NetworkTarget = {
  networkId: CaipNetworkId
  /** Nodes before the wallet: for verifying what a wallet did. */
  nodeFirst?: boolean
  signal?: AbortSignal | undefined
}
