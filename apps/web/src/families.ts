import type { Namespace } from '@billfold/protocol/caip'

/** The families of chains by their common names. */
export const families: Readonly<Record<Namespace, string>> = {
  eip155: 'EVM',
  solana: 'Solana',
  bip122: 'Bitcoin',
  polkadot: 'Polkadot',
}
