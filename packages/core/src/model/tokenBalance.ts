import type { CaipNetworkId } from '@billfold/protocol/caip'

/** One token balance. The amount is an integer in smallest units; dollars are for display only. */
export type TokenBalance = {
  networkId: CaipNetworkId
  /** The token's plain address; absent for the chain's own coin. */
  address?: string
  name: string
  symbol: string
  amount: bigint
  decimals: number
  /** Price of one token in dollars, if known. */
  price?: number
  value?: number
  iconUrl?: string
  /** False if unlisted: it may be an unsolicited token. */
  isListed?: boolean
}
