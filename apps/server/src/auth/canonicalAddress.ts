import type { CaipNetworkId, Namespace } from '@billfold/protocol/caip'
import { polkadotAddressOn } from '@billfold/protocol/polkadot/polkadotAddressOn'
import { evmChecksum } from '@billfold/protocol/signin/evmChecksum'

const writers: Readonly<Record<Namespace, (address: string, networkId: CaipNetworkId) => string>> = {
  eip155: evmChecksum,
  solana: String,
  polkadot: (address, networkId) => polkadotAddressOn(address, { networkId }),
  bip122: (address) => (/^(?:bc|tb|bcrt)1/i.test(address) ? address.toLowerCase() : address),
}

/** The one spelling of an account in tokens, so that those who read them may compare texts. */
export const canonicalAddress = (chainId: CaipNetworkId, address: string): string =>
  writers[chainId.split(':')[0] as Namespace](address, chainId)
