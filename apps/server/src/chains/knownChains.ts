import type { ChainContracts, EvmAddress, ListedToken } from '../chains.ts'

/** What is known of a public chain before any operator says a word: all but where its nodes are. */
export type KnownChain = {
  name: string
  nativeCurrency: { name: string; symbol: string; decimals: number }
  contracts: ChainContracts
  wrappedNative?: EvmAddress
  stables: EvmAddress[]
  tokens: ListedToken[]
}

const ether = { name: 'Ether', symbol: 'ETH', decimals: 18 }
const multicall3 = '0xcA11bde05977b3631167028862bE2a173976CA11'
const permit2 = '0x000000000022D473030F116dDEE9F6B43aC78BA3'
/** Uniswap v3 has one address on the chains where it was first put, and another on each that came later. */
const uniswapV3Factory = '0x1F98431c8aD98523631AE4a59f267346ea31F984'
const uniswapV3QuoterV2 = '0x61fFE014bA17989E743c5F6cB21bF9697530B21e'
const uniswapV3SwapRouter = '0xE592427A0AEce92De3Edee1F18E0157C05861564'
const uniswapV3 = { uniswapV3Factory, uniswapV3QuoterV2, uniswapV3SwapRouter } as const

const token = (symbol: string, name: string, decimals: number, address: EvmAddress): ListedToken => ({
  address,
  name,
  symbol,
  decimals,
})

/** Public EVM chains by their number. Addresses are checksummed, and a test reads every one of them. */
export const knownChains: Record<string, KnownChain> = {
  1: {
    name: 'Ethereum',
    nativeCurrency: ether,
    contracts: {
      multicall3,
      permit2,
      uniswapV2Factory: '0x5C69bEe701ef814a2B6a3EDD4B1652CB9cc5aA6f',
      uniswapV2Router: '0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D',
      ...uniswapV3,
      universalRouter: '0x3fC91A3afd70395Cd496C647d5a6CC9D4B2b7FAD',
      ensRegistry: '0x00000000000C2E074eC69A0dFb2997BA6C7d2e1e',
    },
    wrappedNative: '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2',
    stables: ['0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', '0xdAC17F958D2ee523a2206206994597C13D831ec7'],
    tokens: [
      token('WETH', 'Wrapped Ether', 18, '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'),
      token('USDC', 'USD Coin', 6, '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'),
      token('USDT', 'Tether USD', 6, '0xdAC17F958D2ee523a2206206994597C13D831ec7'),
      token('DAI', 'Dai Stablecoin', 18, '0x6B175474E89094C44Da98b954EedeAC495271d0F'),
      token('WBTC', 'Wrapped BTC', 8, '0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599'),
      token('LINK', 'ChainLink Token', 18, '0x514910771AF9Ca656af840dff83E8264EcF986CA'),
      token('UNI', 'Uniswap', 18, '0x1f9840a85d5aF5bf1D1762F925BDADdC4201F984'),
    ],
  },
  10: {
    name: 'OP Mainnet',
    nativeCurrency: ether,
    contracts: { multicall3, permit2, ...uniswapV3, universalRouter: '0xCb1355ff08Ab38bBCE60111F1bb2B784bE25D7e8' },
    wrappedNative: '0x4200000000000000000000000000000000000006',
    stables: ['0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85'],
    tokens: [
      token('WETH', 'Wrapped Ether', 18, '0x4200000000000000000000000000000000000006'),
      token('USDC', 'USD Coin', 6, '0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85'),
      token('USDT', 'Tether USD', 6, '0x94b008aA00579c1307B0EF2c499aD98a8ce58e58'),
      token('OP', 'Optimism', 18, '0x4200000000000000000000000000000000000042'),
    ],
  },
  56: {
    name: 'BNB Smart Chain',
    nativeCurrency: { name: 'BNB', symbol: 'BNB', decimals: 18 },
    contracts: {
      multicall3,
      permit2,
      uniswapV2Factory: '0xcA143Ce32Fe78f1f7019d7d551a6402fC5350c73',
      uniswapV3Factory: '0xdB1d10011AD0Ff90774D0C6Bb92e5C5c8b4461F7',
    },
    wrappedNative: '0xbb4CdB9CBd36B01bD1cBaEBF2De08d9173bc095c',
    stables: ['0x55d398326f99059fF775485246999027B3197955', '0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d'],
    tokens: [
      token('WBNB', 'Wrapped BNB', 18, '0xbb4CdB9CBd36B01bD1cBaEBF2De08d9173bc095c'),
      token('USDT', 'Tether USD', 18, '0x55d398326f99059fF775485246999027B3197955'),
      token('USDC', 'USD Coin', 18, '0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d'),
    ],
  },
  100: {
    name: 'Gnosis',
    nativeCurrency: { name: 'xDAI', symbol: 'XDAI', decimals: 18 },
    contracts: { multicall3, permit2 },
    wrappedNative: '0xe91D153E0b41518A2Ce8Dd3D7944Fa863463a97d',
    stables: ['0xe91D153E0b41518A2Ce8Dd3D7944Fa863463a97d'],
    tokens: [token('WXDAI', 'Wrapped xDAI', 18, '0xe91D153E0b41518A2Ce8Dd3D7944Fa863463a97d')],
  },
  137: {
    name: 'Polygon',
    nativeCurrency: { name: 'POL', symbol: 'POL', decimals: 18 },
    contracts: { multicall3, permit2, ...uniswapV3, universalRouter: '0xec7BE89e9d109e7e3Fec59c222CF297125FEFda2' },
    wrappedNative: '0x0d500B1d8E8eF31E21C99d1Db9A6444d3ADf1270',
    stables: ['0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359'],
    tokens: [
      token('WPOL', 'Wrapped POL', 18, '0x0d500B1d8E8eF31E21C99d1Db9A6444d3ADf1270'),
      token('USDC', 'USD Coin', 6, '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359'),
      token('USDT', 'Tether USD', 6, '0xc2132D05D31c914a87C6611C10748AEb04B58e8F'),
      token('WETH', 'Wrapped Ether', 18, '0x7ceB23fD6bC0adD59E62ac25578270cFf1b9f619'),
    ],
  },
  8453: {
    name: 'Base',
    nativeCurrency: ether,
    contracts: {
      multicall3,
      permit2,
      uniswapV2Factory: '0x8909Dc15e40173Ff4699343b6eB8132c65e18eC6',
      uniswapV3Factory: '0x33128a8fC17869897dcE68Ed026d694621f6FDfD',
      uniswapV3QuoterV2: '0x3d4e44Eb1374240CE5F1B871ab261CD16335B76a',
      // Older than Uniswap v2 is on this chain, so v2's router is left out: its pairs give prices, but are not swapped through.
      universalRouter: '0x3fC91A3afd70395Cd496C647d5a6CC9D4B2b7FAD',
    },
    wrappedNative: '0x4200000000000000000000000000000000000006',
    stables: ['0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'],
    tokens: [
      token('WETH', 'Wrapped Ether', 18, '0x4200000000000000000000000000000000000006'),
      token('USDC', 'USD Coin', 6, '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'),
    ],
  },
  42161: {
    name: 'Arbitrum One',
    nativeCurrency: ether,
    contracts: { multicall3, permit2, ...uniswapV3, universalRouter: '0x5E325eDA8064b456f4781070C0738d849c824258' },
    wrappedNative: '0x82aF49447D8a07e3bd95BD0d56f35241523fBab1',
    stables: ['0xaf88d065e77c8cC2239327C5EDb3A432268e5831'],
    tokens: [
      token('WETH', 'Wrapped Ether', 18, '0x82aF49447D8a07e3bd95BD0d56f35241523fBab1'),
      token('USDC', 'USD Coin', 6, '0xaf88d065e77c8cC2239327C5EDb3A432268e5831'),
      token('USDT', 'Tether USD', 6, '0xFd086bC7CD5C481DCC9C85ebE478A1C0b69FCbb9'),
      token('ARB', 'Arbitrum', 18, '0x912CE59144191C1204E64559FE8253a0e49E6548'),
    ],
  },
  43114: {
    name: 'Avalanche',
    nativeCurrency: { name: 'Avalanche', symbol: 'AVAX', decimals: 18 },
    contracts: { multicall3, permit2, uniswapV3Factory: '0x740b1c1de25031C31FF4fC9A62f554A55cdC1baD' },
    wrappedNative: '0xB31f66AA3C1e785363F0875A1B74E27b85FD66c7',
    stables: ['0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E'],
    tokens: [
      token('WAVAX', 'Wrapped AVAX', 18, '0xB31f66AA3C1e785363F0875A1B74E27b85FD66c7'),
      token('USDC', 'USD Coin', 6, '0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E'),
    ],
  },
  11155111: {
    name: 'Sepolia',
    nativeCurrency: { name: 'Sepolia Ether', symbol: 'ETH', decimals: 18 },
    contracts: { multicall3, permit2, ensRegistry: '0x00000000000C2E074eC69A0dFb2997BA6C7d2e1e' },
    wrappedNative: '0xfFf9976782d46CC05630D1f6eBAb18b2324d6B14',
    stables: [],
    tokens: [token('WETH', 'Wrapped Ether', 18, '0xfFf9976782d46CC05630D1f6eBAb18b2324d6B14')],
  },
}
