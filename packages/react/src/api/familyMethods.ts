import { bitcoinMethods } from './bitcoinProvider.ts'
import { polkadotMethods } from './polkadotProvider.ts'
import { solanaMethods } from './solanaProvider.ts'

/** AppKit's methods of a family over a provider's requests; the second says whose account is shown when one is called. */
export const familyMethods = { solana: solanaMethods, bip122: bitcoinMethods, polkadot: polkadotMethods }
