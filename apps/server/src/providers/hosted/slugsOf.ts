import type { CaipNetworkId } from '@billfold/protocol/caip'

/** Other services' names for the chains that we know by their CAIP-2 ids. */
type Slugs = {
  /** CoinGecko's id of the chain's own coin. */
  coin: string
  /** CoinGecko's ids of tokens that it has no platform for, by the address as the chain writes it. */
  coins?: ReadonlyMap<string, string>
  /** CoinGecko's platform, if it lists tokens by address. */
  platform?: string
  /** DefiLlama's name for the same. */
  llama?: string
  zerion?: string
}

/** A chain that is not here is not asked about elsewhere: the coins of test networks have no price. */
const slugs: Readonly<Record<CaipNetworkId, Slugs>> = {
  'eip155:1': { platform: 'ethereum', coin: 'ethereum', llama: 'ethereum', zerion: 'ethereum' },
  'eip155:10': { platform: 'optimistic-ethereum', coin: 'ethereum', llama: 'optimism', zerion: 'optimism' },
  'eip155:56': { platform: 'binance-smart-chain', coin: 'binancecoin', llama: 'bsc', zerion: 'binance-smart-chain' },
  'eip155:100': { platform: 'xdai', coin: 'xdai', llama: 'xdai', zerion: 'xdai' },
  'eip155:137': { platform: 'polygon-pos', coin: 'polygon-ecosystem-token', llama: 'polygon', zerion: 'polygon' },
  'eip155:8453': { platform: 'base', coin: 'ethereum', llama: 'base', zerion: 'base' },
  'eip155:42161': { platform: 'arbitrum-one', coin: 'ethereum', llama: 'arbitrum', zerion: 'arbitrum' },
  'eip155:43114': { platform: 'avalanche', coin: 'avalanche-2', llama: 'avax', zerion: 'avalanche' },
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': { platform: 'solana', coin: 'solana', llama: 'solana' },
  'bip122:000000000019d6689c085ae165831e93': { coin: 'bitcoin' },
  'polkadot:91b171bb158e2d3848fa23a9f1c25182': { coin: 'polkadot' },
  // Tether and Circle issue theirs on the asset hub itself, by these numbers.
  'polkadot:68d56f15f85d3136970ec16946040bc1': {
    coin: 'polkadot',
    coins: new Map([
      ['1337', 'usd-coin'],
      ['1984', 'tether'],
    ]),
  },
}

/** Other services' names for a chain; undefined for an unknown chain, or a local copy of a public one. */
export const slugsOf = ({ id, isLocal }: { id: CaipNetworkId; isLocal: boolean }): Slugs | undefined =>
  isLocal ? undefined : slugs[id]
