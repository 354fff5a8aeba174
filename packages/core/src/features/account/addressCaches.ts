export const balanceCacheKey = '@appkit/native_balance_cache'

/** The caches that a page which starts disconnected throws away. */
export const addressCacheKeys = [
  balanceCacheKey,
  '@appkit/portfolio_cache',
  '@appkit/ens_cache',
  '@appkit/identity_cache',
] as const
