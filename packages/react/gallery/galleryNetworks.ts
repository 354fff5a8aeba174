import type { NetworkInput } from '@billfold/core/features/network/toNetwork'
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

export const solana: NetworkInput = {
  id: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  name: 'Solana',
  chainNamespace: 'solana',
  nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
  rpcUrls: { default: { http: [] } },
  assets: { imageUrl: picture(280, 'bars') },
}
