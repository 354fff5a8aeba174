import type { CaipAddress, CaipNetworkId, Namespace } from './caip.ts'
import { sameAddress } from './sameAddress.ts'

/** Placeholders for a chain's own coin in place of a token's address. */
export const nativePlaceholders = {
  eip155: '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee',
  solana: 'So11111111111111111111111111111111111111111',
  polkadot: '0x',
  bip122: '0x',
} as const satisfies Record<Namespace, string>

const nativePlaceholder = (networkId: CaipNetworkId): string => nativePlaceholders[networkId.split(':')[0] as Namespace]

/** A token's id on the wire (CAIP-10), by its address; without one it is the chain's own coin. */
export const tokenId = (networkId: CaipNetworkId, address?: string | undefined): CaipAddress =>
  `${networkId}:${address ?? nativePlaceholder(networkId)}`

/** The address in the id of a token on this network; undefined for its own coin. */
export function tokenOf(networkId: CaipNetworkId, id: string): string | undefined {
  const address = id.slice(networkId.length + 1)
  return sameAddress(networkId, address, nativePlaceholder(networkId)) ? undefined : address
}

/** Whether an id on the wire is that of a token on this network; without an address, of its native coin. */
export const isTokenId = (networkId: CaipNetworkId, id: string, address: string | undefined): boolean =>
  id.startsWith(`${networkId}:`) && sameAddress(networkId, tokenOf(networkId, id), address)
