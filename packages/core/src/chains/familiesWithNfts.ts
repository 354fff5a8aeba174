import type { Namespace } from '@billfold/protocol/caip'

/** The families whose collectibles our server can list; elsewhere "none" would be a guess, so nothing is said of them. */
export const familiesWithNfts: readonly Namespace[] = ['eip155']
