import type { CaipNetworkId, Namespace } from './caip.ts'

/**
 * Which addresses of a family may be written in either case. Where one account has several addresses (Polkadot: one per
 * network), the family's `parseAddress` writes it in one way.
 */
const caseless: Readonly<Record<Namespace, RegExp | undefined>> = {
  eip155: /^/,
  solana: undefined,
  polkadot: undefined,
  // Segwit addresses are often in capitals in a code to scan; the older ones tell cases apart.
  bip122: /^(bc|tb|bcrt)1/i,
}

/** What an address of a family, or on one of its networks, is known by however it is written: never to be shown or sent to. */
export const addressKey = (place: Namespace | CaipNetworkId, address: string): string =>
  caseless[place.split(':')[0] as Namespace]?.test(address) ? address.toLowerCase() : address

/** Whether both are one account or one contract; what is absent is the same as what is absent. */
export const sameAddress = (place: Namespace | CaipNetworkId, a: string | undefined, b: string | undefined): boolean =>
  a === b || (a !== undefined && b !== undefined && addressKey(place, a) === addressKey(place, b))
