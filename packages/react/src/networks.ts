import type { CaipNetwork } from './api/caipNetwork.ts'

// Networks as data, in AppKit's shape. Each has a node for everyone, which libraries and wallets may need: the kit asks through
// its server, or at what a site names in `customRpcUrls`.

type Coin = CaipNetwork['nativeCurrency']
type Given<Id> = {
  id: Id
  name: string
  nativeCurrency: Coin
  rpcUrl?: string
  explorer?: readonly [name: string, url: string]
  testnet?: true
}
type Known<Space extends CaipNetwork['chainNamespace'], Id extends string | number> = Omit<
  CaipNetwork,
  'id' | 'chainNamespace' | 'caipNetworkId'
> & {
  id: Id
  chainNamespace: Space
  caipNetworkId: `${Space}:${Id}`
}

const of = <Space extends CaipNetwork['chainNamespace'], const Id extends string | number>(
  chainNamespace: Space,
  { id, name, nativeCurrency, rpcUrl, explorer, testnet }: Given<Id>,
): Known<Space, Id> => ({
  id,
  chainNamespace,
  caipNetworkId: `${chainNamespace}:${id}` as const,
  name,
  nativeCurrency,
  rpcUrls: { default: { http: rpcUrl === undefined ? [] : [rpcUrl] } },
  ...(explorer ? { blockExplorers: { default: { name: explorer[0], url: explorer[1] } } } : {}),
  ...(testnet ? { testnet } : {}),
})

const ether: Coin = { name: 'Ether', symbol: 'ETH', decimals: 18 }
const testEther: Coin = { name: 'Sepolia Ether', symbol: 'ETH', decimals: 18 }
const pol: Coin = { name: 'POL', symbol: 'POL', decimals: 18 }
const avax: Coin = { name: 'Avalanche', symbol: 'AVAX', decimals: 18 }
const sol: Coin = { name: 'Solana', symbol: 'SOL', decimals: 9 }
const btc: Coin = { name: 'Bitcoin', symbol: 'BTC', decimals: 8 }
const dot: Coin = { name: 'Polkadot', symbol: 'DOT', decimals: 10 }

export const mainnet = /* @__PURE__ */ of('eip155', {
  id: 1,
  name: 'Ethereum',
  nativeCurrency: ether,
  rpcUrl: 'https://ethereum-rpc.publicnode.com',
  explorer: ['Etherscan', 'https://etherscan.io'],
})
export const optimism = /* @__PURE__ */ of('eip155', {
  id: 10,
  name: 'OP Mainnet',
  nativeCurrency: ether,
  rpcUrl: 'https://mainnet.optimism.io',
  explorer: ['Optimism Explorer', 'https://optimistic.etherscan.io'],
})
export const bsc = /* @__PURE__ */ of('eip155', {
  id: 56,
  name: 'BNB Smart Chain',
  nativeCurrency: { name: 'BNB', symbol: 'BNB', decimals: 18 },
  rpcUrl: 'https://bsc-dataseed.bnbchain.org',
  explorer: ['BscScan', 'https://bscscan.com'],
})
export const gnosis = /* @__PURE__ */ of('eip155', {
  id: 100,
  name: 'Gnosis',
  nativeCurrency: { name: 'xDAI', symbol: 'XDAI', decimals: 18 },
  rpcUrl: 'https://rpc.gnosischain.com',
  explorer: ['Gnosisscan', 'https://gnosisscan.io'],
})
export const polygon = /* @__PURE__ */ of('eip155', {
  id: 137,
  name: 'Polygon',
  nativeCurrency: pol,
  rpcUrl: 'https://polygon-rpc.com',
  explorer: ['PolygonScan', 'https://polygonscan.com'],
})
export const zksync = /* @__PURE__ */ of('eip155', {
  id: 324,
  name: 'ZKsync Era',
  nativeCurrency: ether,
  rpcUrl: 'https://mainnet.era.zksync.io',
  explorer: ['ZKsync Explorer', 'https://explorer.zksync.io'],
})
export const base = /* @__PURE__ */ of('eip155', {
  id: 8453,
  name: 'Base',
  nativeCurrency: ether,
  rpcUrl: 'https://mainnet.base.org',
  explorer: ['Basescan', 'https://basescan.org'],
})
export const arbitrum = /* @__PURE__ */ of('eip155', {
  id: 42161,
  name: 'Arbitrum One',
  nativeCurrency: ether,
  rpcUrl: 'https://arb1.arbitrum.io/rpc',
  explorer: ['Arbiscan', 'https://arbiscan.io'],
})
export const celo = /* @__PURE__ */ of('eip155', {
  id: 42220,
  name: 'Celo',
  nativeCurrency: { name: 'CELO', symbol: 'CELO', decimals: 18 },
  rpcUrl: 'https://forno.celo.org',
  explorer: ['Celo Explorer', 'https://celoscan.io'],
})
export const avalanche = /* @__PURE__ */ of('eip155', {
  id: 43114,
  name: 'Avalanche',
  nativeCurrency: avax,
  rpcUrl: 'https://api.avax.network/ext/bc/C/rpc',
  explorer: ['SnowTrace', 'https://snowtrace.io'],
})
export const linea = /* @__PURE__ */ of('eip155', {
  id: 59144,
  name: 'Linea Mainnet',
  nativeCurrency: ether,
  rpcUrl: 'https://rpc.linea.build',
  explorer: ['Lineascan', 'https://lineascan.build'],
})
export const scroll = /* @__PURE__ */ of('eip155', {
  id: 534352,
  name: 'Scroll',
  nativeCurrency: ether,
  rpcUrl: 'https://rpc.scroll.io',
  explorer: ['Scrollscan', 'https://scrollscan.com'],
})
export const sepolia = /* @__PURE__ */ of('eip155', {
  id: 11155111,
  name: 'Sepolia',
  nativeCurrency: testEther,
  rpcUrl: 'https://ethereum-sepolia-rpc.publicnode.com',
  explorer: ['Etherscan', 'https://sepolia.etherscan.io'],
  testnet: true,
})
export const baseSepolia = /* @__PURE__ */ of('eip155', {
  id: 84532,
  name: 'Base Sepolia',
  nativeCurrency: testEther,
  rpcUrl: 'https://sepolia.base.org',
  explorer: ['Basescan', 'https://sepolia.basescan.org'],
  testnet: true,
})
export const optimismSepolia = /* @__PURE__ */ of('eip155', {
  id: 11155420,
  name: 'OP Sepolia',
  nativeCurrency: testEther,
  rpcUrl: 'https://sepolia.optimism.io',
  explorer: ['Blockscout', 'https://optimism-sepolia.blockscout.com'],
  testnet: true,
})
export const arbitrumSepolia = /* @__PURE__ */ of('eip155', {
  id: 421614,
  name: 'Arbitrum Sepolia',
  nativeCurrency: testEther,
  rpcUrl: 'https://sepolia-rollup.arbitrum.io/rpc',
  explorer: ['Arbiscan', 'https://sepolia.arbiscan.io'],
  testnet: true,
})
export const avalancheFuji = /* @__PURE__ */ of('eip155', {
  id: 43113,
  name: 'Avalanche Fuji',
  nativeCurrency: avax,
  rpcUrl: 'https://api.avax-test.network/ext/bc/C/rpc',
  explorer: ['SnowTrace', 'https://testnet.snowtrace.io'],
  testnet: true,
})

// The other families' ids are the first 32 characters of the genesis block's hash, as CAIP-2 has it.
export const solana = /* @__PURE__ */ of('solana', {
  id: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  name: 'Solana',
  nativeCurrency: sol,
  rpcUrl: 'https://api.mainnet-beta.solana.com',
  explorer: ['Solscan', 'https://solscan.io'],
})
export const solanaDevnet = /* @__PURE__ */ of('solana', {
  id: 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
  name: 'Solana Devnet',
  nativeCurrency: sol,
  rpcUrl: 'https://api.devnet.solana.com',
  explorer: ['Solscan', 'https://solscan.io?cluster=devnet'],
  testnet: true,
})
export const solanaTestnet = /* @__PURE__ */ of('solana', {
  id: '4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z',
  name: 'Solana Testnet',
  nativeCurrency: sol,
  rpcUrl: 'https://api.testnet.solana.com',
  explorer: ['Solscan', 'https://solscan.io?cluster=testnet'],
  testnet: true,
})
export const bitcoin = /* @__PURE__ */ of('bip122', {
  id: '000000000019d6689c085ae165831e93',
  name: 'Bitcoin',
  nativeCurrency: btc,
  explorer: ['mempool.space', 'https://mempool.space'],
})
export const bitcoinTestnet = /* @__PURE__ */ of('bip122', {
  id: '000000000933ea01ad0ee984209779ba',
  name: 'Bitcoin Testnet',
  nativeCurrency: btc,
  explorer: ['mempool.space', 'https://mempool.space/testnet'],
  testnet: true,
})
export const bitcoinTestnet4 = /* @__PURE__ */ of('bip122', {
  id: '00000000da84f2bafbbc53dee25a72ae',
  name: 'Bitcoin Testnet4',
  nativeCurrency: btc,
  explorer: ['mempool.space', 'https://mempool.space/testnet4'],
  testnet: true,
})
export const bitcoinSignet = /* @__PURE__ */ of('bip122', {
  id: '00000008819873e925422c1ff0f99f7c',
  name: 'Bitcoin Signet',
  nativeCurrency: btc,
  explorer: ['mempool.space', 'https://mempool.space/signet'],
  testnet: true,
})
export const polkadot = /* @__PURE__ */ of('polkadot', {
  id: '91b171bb158e2d3848fa23a9f1c25182',
  name: 'Polkadot',
  nativeCurrency: dot,
  explorer: ['Subscan', 'https://polkadot.subscan.io'],
})
export const polkadotAssetHub = /* @__PURE__ */ of('polkadot', {
  id: '68d56f15f85d3136970ec16946040bc1',
  name: 'Polkadot Asset Hub',
  nativeCurrency: dot,
  explorer: ['Subscan', 'https://assethub-polkadot.subscan.io'],
})
