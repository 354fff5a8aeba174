import type { Namespace } from '@billfold/protocol/caip'

/** Content of a payment QR code: the family's own link if its wallets read one, otherwise the address. */
export const receiveLinks: Readonly<Record<Namespace, (address: string) => string>> = {
  // All wallets read a bare address; a link would name one chain, but the address works on all.
  eip155: (address) => address,
  solana: (address) => `solana:${address}`,
  polkadot: (address) => address,
  // An uppercase segwit address makes a smaller code, but not every wallet reads a link in another case.
  bip122: (address) => `bitcoin:${address}`,
}
