/** What is kept of addresses: forgotten when their wallet is disconnected, and by a page that begins without one. */
export const addressCaches = {
  /** Keys in storage, of entries by address. */
  storage: [
    '@appkit/native_balance_cache',
    '@appkit/portfolio_cache',
    '@appkit/identity_cache',
    '@billfold/history_cache',
    '@billfold/onramp_cache',
  ],
  /** Queries, by the beginning of their keys. */
  queries: [
    'nativeBalance',
    'balances',
    'nfts',
    'history',
    'identity',
    'sentTo',
    'receiveLink',
    'sources',
    'recipient',
    'holding',
    'token',
    'plan',
    'raise',
    'mostToSend',
    'smartAccount',
    'quotes',
  ],
} as const
export type AddressCacheKey = (typeof addressCaches.storage)[number]
