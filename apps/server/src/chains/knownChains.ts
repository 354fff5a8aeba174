import { publicTokens } from '@billfold/protocol/eip155/publicTokens'
import type { ChainContracts, EvmAddress, ListedToken } from './serverChain.ts'

/** Built-in facts about a public chain: all but its nodes. */
type KnownChain = {
  name: string
  nativeCurrency: { name: string; symbol: string; decimals: number }
  contracts: ChainContracts
  wrappedNative: EvmAddress
  stables: readonly EvmAddress[]
  tokens: readonly ListedToken[]
}

type Entry = Pick<KnownChain, 'name' | 'nativeCurrency' | 'contracts'> & {
  /** The native coin as a token, by its symbol among the chain's tokens. */
  wrapped: string
  /** The tokens that count as a dollar, the deepest first, by their symbols. */
  dollars: readonly string[]
}

const ether = { name: 'Ether', symbol: 'ETH', decimals: 18 }
const permit2 = '0x000000000022D473030F116dDEE9F6B43aC78BA3'
const ensRegistry = '0x00000000000C2E074eC69A0dFb2997BA6C7d2e1e'
/** Uniswap v3 has one address on the chains where it was first put, and another on each that came later. */
const uniswapV3 = {
  uniswapV3Factory: '0x1F98431c8aD98523631AE4a59f267346ea31F984',
  uniswapV3QuoterV2: '0x61fFE014bA17989E743c5F6cB21bF9697530B21e',
  uniswapV3SwapRouter: '0xE592427A0AEce92De3Edee1F18E0157C05861564',
} as const

/*
 * Every address of Uniswap is from its own tables: v2 and v3 from github.com/Uniswap/docs, `08-deployment-addresses.md` and
 * `docs/contracts/v3/reference/deployments` at 0c8900b (Ethereum), 13a81c4 (OP), 000cd34 (Polygon), 0a73c0a (Base, Arbitrum), 281e5d9
 * (BNB) and 177d195 (Avalanche); UniversalRouters are version 1.2 by github.com/Uniswap/sdks,
 * `sdks/universal-router-sdk/src/utils/constants.ts` at 012aa3e. These routers are older than Uniswap v2 is on all chains but
 * Ethereum, so v2's router is left out there: its pairs give prices, but are not swapped through.
 */
const entries: Readonly<Record<string, Entry>> = {
  1: {
    name: 'Ethereum',
    nativeCurrency: ether,
    contracts: {
      permit2,
      uniswapV2Factory: '0x5C69bEe701ef814a2B6a3EDD4B1652CB9cc5aA6f',
      uniswapV2Router: '0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D',
      ...uniswapV3,
      universalRouter: '0x3fC91A3afd70395Cd496C647d5a6CC9D4B2b7FAD',
      ensRegistry,
    },
    wrapped: 'WETH',
    dollars: ['USDC', 'USDT'],
  },
  10: {
    name: 'OP Mainnet',
    nativeCurrency: ether,
    contracts: { permit2, ...uniswapV3, universalRouter: '0xCb1355ff08Ab38bBCE60111F1bb2B784bE25D7e8' },
    wrapped: 'WETH',
    dollars: ['USDC'],
  },
  56: {
    name: 'BNB Smart Chain',
    nativeCurrency: { name: 'BNB', symbol: 'BNB', decimals: 18 },
    contracts: {
      permit2,
      // PancakeSwap's, where most of this chain's money is: its pairs answer as Uniswap's do.
      uniswapV2Factory: '0xcA143Ce32Fe78f1f7019d7d551a6402fC5350c73',
      uniswapV3Factory: '0xdB1d10011AD0Ff90774D0C6Bb92e5C5c8b4461F7',
      uniswapV3QuoterV2: '0x78D78E420Da98ad378D7799bE8f4AF69033EB077',
      universalRouter: '0x4Dae2f939ACf50408e13d58534Ff8c2776d45265',
    },
    wrapped: 'WBNB',
    dollars: ['USDT', 'USDC'],
  },
  100: {
    name: 'Gnosis',
    nativeCurrency: { name: 'xDAI', symbol: 'XDAI', decimals: 18 },
    contracts: {},
    wrapped: 'WXDAI',
    dollars: ['WXDAI'],
  },
  137: {
    name: 'Polygon',
    nativeCurrency: { name: 'POL', symbol: 'POL', decimals: 18 },
    contracts: { permit2, ...uniswapV3, universalRouter: '0xec7BE89e9d109e7e3Fec59c222CF297125FEFda2' },
    wrapped: 'WPOL',
    dollars: ['USDC'],
  },
  8453: {
    name: 'Base',
    nativeCurrency: ether,
    contracts: {
      permit2,
      uniswapV2Factory: '0x8909Dc15e40173Ff4699343b6eB8132c65e18eC6',
      uniswapV3Factory: '0x33128a8fC17869897dcE68Ed026d694621f6FDfD',
      uniswapV3QuoterV2: '0x3d4e44Eb1374240CE5F1B871ab261CD16335B76a',
      universalRouter: '0x3fC91A3afd70395Cd496C647d5a6CC9D4B2b7FAD',
    },
    wrapped: 'WETH',
    dollars: ['USDC'],
  },
  42161: {
    name: 'Arbitrum One',
    nativeCurrency: ether,
    contracts: { permit2, ...uniswapV3, universalRouter: '0x5E325eDA8064b456f4781070C0738d849c824258' },
    wrapped: 'WETH',
    dollars: ['USDC'],
  },
  43114: {
    name: 'Avalanche',
    nativeCurrency: { name: 'Avalanche', symbol: 'AVAX', decimals: 18 },
    contracts: {
      permit2,
      uniswapV3Factory: '0x740b1c1de25031C31FF4fC9A62f554A55cdC1baD',
      uniswapV3QuoterV2: '0xbe0F5544EC67e9B3b2D979aaA43f18Fd87E6257F',
      universalRouter: '0x4Dae2f939ACf50408e13d58534Ff8c2776d45265',
    },
    wrapped: 'WAVAX',
    dollars: ['USDC'],
  },
  11155111: {
    name: 'Sepolia',
    nativeCurrency: { name: 'Sepolia Ether', symbol: 'ETH', decimals: 18 },
    contracts: { permit2, ensRegistry },
    wrapped: 'WETH',
    dollars: [],
  },
}

/** Public EVM chains by their number, with the tokens that we list for them. */
export const knownChains: Readonly<Record<string, KnownChain>> = Object.fromEntries(
  Object.entries(entries).map(([reference, { wrapped, dollars, ...rest }]) => {
    const tokens = publicTokens[reference] ?? []
    const addressOf = (symbol: string) => tokens.find((token) => token.symbol === symbol)!.address as EvmAddress
    return [reference, { ...rest, tokens, wrappedNative: addressOf(wrapped), stables: dollars.map(addressOf) }]
  }),
)
