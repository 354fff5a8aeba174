import type { AddressCacheKey } from '../account/addressCaches.ts'

/** Storage key of purchases; separate from its reader, because every account checks whether there are any. */
export const purchasesKey: AddressCacheKey = '@billfold/onramp_cache'
