import type { Namespace } from '@billfold/protocol/caip'

/** The families of chains by the names people have for them. */
export const families: Readonly<Record<Namespace, string>> = {
  eip155: 'EVM',
  solana: 'Solana',
  bip122: 'Bitcoin',
  polkadot: 'Polkadot',
}
