import type { AddressCacheKey } from '../account/addressCaches.ts'

/** Where purchases are kept; apart from what reads them, because every account looks whether there are any. */
export const purchasesKey: AddressCacheKey = '@billfold/onramp_cache'
