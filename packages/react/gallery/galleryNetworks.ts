import type { NetworkInput } from '@billfold/core/model/network'
import type { Namespace } from '@billfold/protocol/caip'
import { picture } from './pictures.ts'

const evm = (id: number, name: string, symbol: string, imageUrl?: string): NetworkInput => ({
  id,
  name,
  nativeCurrency: { name: symbol === 'ETH' ? 'Ether' : symbol, symbol, decimals: 18 },
  // The wallet of the gallery answers for the chain: no request leaves the page.
  rpcUrls: { default: { http: [] } },
  blockExplorers: { default: { name: 'Explorer', url: 'https://explorer.example' } },
  ...(imageUrl ? { assets: { imageUrl } } : {}),
})

export const ethereum = evm(1, 'Ethereum', 'ETH', picture(235, 'peak'))
export const base = evm(8453, 'Base', 'ETH', picture(215))
export const polygon = evm(137, 'Polygon', 'POL')
export const gnosis = evm(100, 'Gnosis', 'XDAI', picture(160, 'bars'))
export const optimism = evm(10, 'Optimism', 'ETH')

const other = (
  chainNamespace: Namespace,
  id: string,
  [name, symbol, decimals]: [name: string, symbol: string, decimals: number],
  imageUrl: string,
): NetworkInput => ({
  id,
  name,
  chainNamespace,
  nativeCurrency: { name, symbol, decimals },
  rpcUrls: { default: { http: [] } },
  assets: { imageUrl },
})

/** A network of every family: one without does not compile. */
export const familyNetworks: Readonly<Record<Namespace, NetworkInput>> = {
  eip155: ethereum,
  solana: other('solana', '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', ['Solana', 'SOL', 9], picture(280, 'bars')),
  bip122: other('bip122', '000000000019d6689c085ae165831e93', ['Bitcoin', 'BTC', 8], picture(35)),
  polkadot: other('polkadot', '91b171bb158e2d3848fa23a9f1c25182', ['Polkadot', 'DOT', 10], picture(330)),
}
export const { solana } = familyNetworks
