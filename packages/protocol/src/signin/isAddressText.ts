import { decodeBase58 } from '../base58.ts'
import { readBitcoinAddress } from '../bitcoin/readBitcoinAddress.ts'
import type { CaipNetworkId, Namespace } from '../caip.ts'
import { readPolkadotAddress } from '../polkadot/ss58.ts'
import { evmChecksum } from './evmChecksum.ts'

const readers: Readonly<Record<Namespace, (address: string) => boolean>> = {
  // One without capitals carries no check, and is still one account.
  eip155: (address) =>
    /^0x[0-9a-fA-F]{40}$/.test(address) && (address === address.toLowerCase() || address === evmChecksum(address)),
  solana: (address) => address.length <= 44 && decodeBase58(address).length === 32,
  bip122: (address) => readBitcoinAddress(address) !== undefined,
  polkadot: (address) => readPolkadotAddress(address) !== undefined,
}

/** Whether a text is an address of a chain's family, its check included. */
export function isAddressText(chainId: CaipNetworkId, address: string): boolean {
  try {
    return address.length <= 128 && readers[chainId.split(':')[0] as Namespace](address)
  } catch {
    return false // their readers throw on invalid text
  }
}
