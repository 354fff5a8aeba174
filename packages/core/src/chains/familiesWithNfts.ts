import type { Namespace } from '@billfold/protocol/caip'

/** Families whose collectibles our server lists; elsewhere an empty list would be a guess, so nothing is shown. */
export const familiesWithNfts: readonly Namespace[] = ['eip155']
