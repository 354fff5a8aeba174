import type { CaipNetworkId, Namespace } from './caip.ts'

const lowered = (address: string): string => address.toLowerCase()

/** A key that identifies an account of a family, however its address is written. */
const keys: Readonly<Record<Namespace, (address: string) => string>> = {
  eip155: lowered,
  solana: String,
  polkadot: publicKey,
  // Segwit addresses are often in capitals in a code to scan; the older ones tell cases apart.
  bip122: (address) => (/^(bc|tb|bcrt)1/i.test(address) ? lowered(address) : address),
}

const base58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/**
 * Polkadot's networks write one key in many ways: the network's number in one or two bytes, the key, two bytes of check. Only a
 * key that begins with many zeros, which no one has, makes an address shorter than these.
 */
function publicKey(address: string): string {
  if (!/^\w{45,50}$/.test(address)) return address
  let number = 0n
  for (const sign of address) number = number * 58n + BigInt(base58.indexOf(sign))
  return `${(number >> 16n) % 2n ** 256n}`
}

/** A key for an address of a family, or on one of its networks, however it is written: never to be shown or sent to. */
export const addressKey = (place: Namespace | CaipNetworkId, address: string): string =>
  keys[place.split(':')[0] as Namespace](address)

/** Whether both are one account or one contract; two absent addresses are the same. */
export const sameAddress = (place: Namespace | CaipNetworkId, a: string | undefined, b: string | undefined): boolean =>
  a === b || (a !== undefined && b !== undefined && addressKey(place, a) === addressKey(place, b))
