/** What other services call the chains that we know by number. */
type Slugs = {
  /** CoinGecko's platform, and its id of the chain's own coin. */
  platform: string
  coin: string
  llama: string
  zerion: string
}

/** By the chain's number; a chain that is not here is not asked about elsewhere. */
export const chainSlugs: Readonly<Record<string, Slugs>> = {
  1: { platform: 'ethereum', coin: 'ethereum', llama: 'ethereum', zerion: 'ethereum' },
  10: { platform: 'optimistic-ethereum', coin: 'ethereum', llama: 'optimism', zerion: 'optimism' },
  56: { platform: 'binance-smart-chain', coin: 'binancecoin', llama: 'bsc', zerion: 'binance-smart-chain' },
  100: { platform: 'xdai', coin: 'xdai', llama: 'xdai', zerion: 'xdai' },
  137: { platform: 'polygon-pos', coin: 'polygon-ecosystem-token', llama: 'polygon', zerion: 'polygon' },
  8453: { platform: 'base', coin: 'ethereum', llama: 'base', zerion: 'base' },
  42161: { platform: 'arbitrum-one', coin: 'ethereum', llama: 'arbitrum', zerion: 'arbitrum' },
  43114: { platform: 'avalanche', coin: 'avalanche-2', llama: 'avax', zerion: 'avalanche' },
}
