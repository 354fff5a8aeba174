import type { CaipNetworkId, Namespace } from '@billfold/protocol/caip'
import { polkadotAddressOn } from '@billfold/protocol/polkadot/polkadotAddressOn'
import { addressKey } from '@billfold/protocol/sameAddress'
import { evmChecksum } from '@billfold/protocol/signin/evmChecksum'

const writers: Readonly<Record<Namespace, (address: string, networkId: CaipNetworkId) => string>> = {
  eip155: evmChecksum,
  solana: String,
  polkadot: (address, networkId) => polkadotAddressOn(address, { networkId }),
  // Segwit addresses in lower case, which has no meaning there; older ones have only one spelling.
  bip122: (address) => addressKey('bip122', address),
}

/** The one spelling of an account in tokens, so that readers may compare texts. */
export const canonicalAddress = (chainId: CaipNetworkId, address: string): string =>
  writers[chainId.split(':')[0] as Namespace](address, chainId)
