/** Caches of address data: cleared when their wallet disconnects, and on a page load without one. */
export const addressCaches = {
  /** Storage keys of entries by address. */
  storage: [
    '@appkit/native_balance_cache',
    '@appkit/portfolio_cache',
    '@appkit/identity_cache',
    '@billfold/history_cache',
    '@billfold/onramp_cache',
  ],
  /** Query key prefixes. */
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
