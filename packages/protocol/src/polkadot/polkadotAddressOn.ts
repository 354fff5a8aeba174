import { type PolkadotPlace, prefixOn } from './prefixOn.ts'
import { readPolkadotAddress, writePolkadotAddress } from './ss58.ts'

/**
 * An account's address as a network writes it; unchanged if the network's prefix is unknown. Throws on an invalid
 * address.
 */
export function polkadotAddressOn(address: string, place: PolkadotPlace): string {
  const { publicKey } = readPolkadotAddress(address)
  const prefix = prefixOn(place)
  return prefix === undefined ? address : writePolkadotAddress({ prefix, publicKey })
}
