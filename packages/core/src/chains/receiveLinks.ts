import type { Namespace } from '@billfold/protocol/caip'

/** What a code to be paid by holds: the family's own link where its wallets read one, else the address alone. */
export const receiveLinks: Readonly<Record<Namespace, (address: string) => string>> = {
  // Wallets read a bare address everywhere; a link would name one chain, and the address is good for all.
  eip155: (address) => address,
  solana: (address) => `solana:${address}`,
  polkadot: (address) => address,
  // In capitals a segwit address makes a smaller code, and a link of another case is not read by every wallet.
  bip122: (address) => `bitcoin:${address}`,
}
