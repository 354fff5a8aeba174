import type { SiteNetwork } from '../siteConfig.ts'

const ether = { name: 'Ether', symbol: 'ETH', decimals: 18 }

function evm(id: number, name: string, explorer: [name: string, url: string], nativeCurrency = ether): SiteNetwork {
  return {
    id,
    name,
    chainNamespace: 'eip155',
    caipNetworkId: `eip155:${id}`,
    nativeCurrency,
    rpcUrls: { default: { http: [] } },
    blockExplorers: { default: { name: explorer[0], url: explorer[1] } },
    assets: { imageId: `eip155:${id}` },
  }
}

/** The networks a production site offers. Where they are asked is the operator's choice (`RPC_URLS`). */
export const publicNetworks: readonly SiteNetwork[] = [
  evm(1, 'Ethereum', ['Etherscan', 'https://etherscan.io']),
  evm(8453, 'Base', ['Basescan', 'https://basescan.org']),
  evm(42161, 'Arbitrum One', ['Arbiscan', 'https://arbiscan.io']),
  evm(10, 'OP Mainnet', ['Optimism Explorer', 'https://optimistic.etherscan.io']),
  evm(137, 'Polygon', ['PolygonScan', 'https://polygonscan.com'], { name: 'POL', symbol: 'POL', decimals: 18 }),
  {
    id: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
    name: 'Solana',
    chainNamespace: 'solana',
    caipNetworkId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
    nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
    rpcUrls: { default: { http: [] } },
    blockExplorers: { default: { name: 'Solscan', url: 'https://solscan.io' } },
    assets: { imageId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' },
  },
]
