import type { tokenKinds } from '@billfold/protocol/devnetManifest'
import type { Address } from 'viem'

/** The addresses of the contracts, by the manifest's names. */
export type Contracts = {
  create2Deployer: Address
  multicall3: Address
  permit2: Address
  weth: Address
  uniswapV2Factory: Address
  uniswapV2Router: Address
  uniswapV3Factory: Address
  uniswapV3PositionManager: Address
  uniswapV3SwapRouter: Address
  uniswapV3QuoterV2: Address
  universalRouter: Address
  ethUsdPriceFeed: Address
  ensRegistry: Address
  ensBaseRegistrar: Address
  ensRegistrarController: Address
  ensPriceOracle: Address
  ensPublicResolver: Address
  ensReverseRegistrar: Address
  ensUniversalResolver: Address
  /**
   * Queries our server's gateway for the names below `billfold.eth`; absent on a stored chain from before there was
   * one.
   */
  ensOffchainResolver?: Address
  entryPoint07: Address
  entryPoint08: Address
  simpleAccountFactory07: Address
  simple7702Account: Address
  /** Absent on a stored chain from before there was one. */
  ownedAccountFactory?: Address
  verifyingPaymaster07: Address
  verifyingPaymaster08: Address
}

export type Token = {
  address: Address
  name: string
  symbol: string
  decimals: number
  kind: (typeof tokenKinds)[number]
}
export type Pool = {
  protocol: 'uniswap-v2' | 'uniswap-v3'
  address: Address
  token0: Address
  token1: Address
  fee: number
}

/** The contracts on a chain after `deployAll`, in the manifest's shapes. */
export type Deployment = {
  contracts: Contracts
  tokens: Token[]
  nfts: { address: Address; name: string; standard: 'erc721' | 'erc1155' }[]
  pools: Pool[]
  names: { name: string; address: Address }[]
}
