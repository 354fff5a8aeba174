import type { CaipNetworkId, Namespace } from '@billfold/protocol/caip'
import type { SmartAccountKind } from '@billfold/protocol/embedded/smartAccount'

export type EvmAddress = `0x${string}`

/** A token that someone vouches for: the operator's list, or ours. */
export type ListedToken = {
  address: string
  name: string
  symbol: string
  decimals: number
  iconUrl?: string | undefined
}

/** Contracts on an EVM chain that the server uses; absent if the chain lacks one. */
export type ChainContracts = {
  multicall3?: EvmAddress | undefined
  uniswapV2Factory?: EvmAddress | undefined
  uniswapV2Router?: EvmAddress | undefined
  uniswapV3Factory?: EvmAddress | undefined
  uniswapV3QuoterV2?: EvmAddress | undefined
  uniswapV3SwapRouter?: EvmAddress | undefined
  universalRouter?: EvmAddress | undefined
  permit2?: EvmAddress | undefined
  ensRegistry?: EvmAddress | undefined
  ensUniversalResolver?: EvmAddress | undefined
}

/** One chain this server answers for. */
export type ServerChain = {
  /** CAIP-2. */
  id: CaipNetworkId
  namespace: Namespace
  /** The part after the colon; a number for EVM chains. */
  reference: string
  name: string
  /** Asked in this order; the next when one fails. */
  rpcUrls: readonly string[]
  wsUrls: readonly string[]
  bundlerUrl?: string | undefined
  /** Smart accounts of embedded wallets here; absent if there is only their key's own account. */
  smartAccounts?:
    | {
        kind: SmartAccountKind
        paymaster?: EvmAddress | undefined
        overheadGas?: number | undefined
        dataFees?: 'op' | undefined
        /** In whole coins, such as `0.05`. */
        maxLossPerDay?: string | undefined
      }
    | undefined
  nativeCurrency: { name: string; symbol: string; decimals: number }
  /** Where the indexer begins; without it, at the head, and behind it from when an address is first asked for. */
  startBlock?: bigint | undefined
  tokens: readonly ListedToken[]
  contracts: ChainContracts
  /** The native coin as a token. */
  wrappedNative?: EvmAddress | undefined
  /** Tokens that count as one dollar, the deepest first: where price routes end. */
  stables: readonly EvmAddress[]
  /** Prices that the local network states for a chain without an exchange: dollars by token address, or `native`. */
  statedPrices?: Readonly<Record<string, string>> | undefined
  /** True for the chains of the local network. */
  isLocal: boolean
}
