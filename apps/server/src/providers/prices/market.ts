import type { EvmAddress, ServerChain } from '../../chains/serverChain.ts'

/** Where a chain's prices are made: the tokens that stand for money, and the exchanges that trade against them. */
export type Market = {
  wrappedNative: EvmAddress
  /** Tokens of one dollar each. The first is what a dollar is; the others are priced against it. */
  stables: readonly EvmAddress[]
  v2Factories: readonly EvmAddress[]
  v3Factories: readonly EvmAddress[]
}

/** A chain's market; undefined if nothing is priced in dollars. */
export function marketOf({ wrappedNative, stables, contracts, namespace }: ServerChain): Market | undefined {
  if (namespace !== 'eip155' || !wrappedNative || stables.length === 0) return undefined
  return {
    wrappedNative,
    stables,
    v2Factories: contracts.uniswapV2Factory ? [contracts.uniswapV2Factory] : [],
    v3Factories: contracts.uniswapV3Factory ? [contracts.uniswapV3Factory] : [],
  }
}
