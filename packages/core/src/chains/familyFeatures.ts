import type { Namespace } from '@billfold/protocol/caip'
import type { WalletFeature } from '../model/options.ts'

/** A family's features, known before its code loads; a test compares them. */
export const familyFeatures: Readonly<Record<Namespace, readonly WalletFeature[]>> = {
  eip155: ['receive', 'send', 'swaps'],
  solana: ['receive', 'send'],
  polkadot: ['receive', 'send'],
  bip122: ['receive', 'send'],
}
