import type { Namespace } from '@billfold/protocol/caip'
import type { WalletFeature } from '../features/options/options.ts'

/** What an account of a family can do here, known before the family's code is: a test compares it with that. */
export const familyFeatures: Readonly<Record<Namespace, readonly WalletFeature[]>> = {
  eip155: ['receive', 'send', 'swaps'],
  solana: ['receive', 'send'],
  polkadot: ['receive', 'send'],
  bip122: ['receive', 'send'],
}
