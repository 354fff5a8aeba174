import { bitcoinNetwork } from './bitcoin/bitcoinNetworks.ts'
import { type CaipNetworkId, type Namespace, parseCaipNetworkId } from './caip.ts'
import { prefixOn } from './polkadot/prefixOn.ts'

/**
 * The coin types of names (SLIP-44); EVM chains except Ethereum have their id with the highest bit set (ENSIP-11).
 */
export const coins = { bitcoin: 0, test: 1, ethereum: 60, polkadot: 354, kusama: 434, solana: 501 } as const

const evmBit = 0x8000_0000
const beyond = 0x1_0000_0000

/** A network as the site or the server names it. */
export type CoinPlace = {
  networkId: CaipNetworkId
  addressPrefix?: number | undefined
  testnet?: boolean | undefined
}

/** The coin type of a name's record for a network; undefined if it has none. */
export function coinTypeOn(place: CoinPlace): number | undefined {
  const { namespace, reference } = parseCaipNetworkId(place.networkId)
  if (namespace === 'eip155') return evmCoinType(Number(reference))
  // A key is the same account on every cluster.
  if (namespace === 'solana') return coins.solana
  if (namespace === 'bip122') {
    const realm = bitcoinNetwork(place.networkId)?.realm
    return realm && (realm === 'main' ? coins.bitcoin : coins.test)
  }
  const prefix = prefixOn(place)
  if (prefix === 2) return coins.kusama
  // The prefix of no network in particular stands for Polkadot on test networks alone.
  return prefix === 0 || (prefix === 42 && place.testnet) ? coins.polkadot : undefined
}

/** An EVM chain's coin type; undefined if it has none. */
export function evmCoinType(chainId: number): number | undefined {
  if (!Number.isSafeInteger(chainId) || chainId <= 0 || chainId >= evmBit) return undefined
  return chainId === 1 ? coins.ethereum : evmBit + chainId
}

/** The EVM chain of a coin type; undefined if there is none. */
export function evmChainOf(coinType: number): number | undefined {
  if (coinType === coins.ethereum) return 1
  return Number.isSafeInteger(coinType) && coinType > evmBit + 1 && coinType < beyond ? coinType - evmBit : undefined
}

const families: Readonly<Record<number, Namespace>> = {
  [coins.bitcoin]: 'bip122',
  [coins.test]: 'bip122',
  [coins.polkadot]: 'polkadot',
  [coins.kusama]: 'polkadot',
  [coins.solana]: 'solana',
}

/** The family of a coin; undefined for one that names here do not keep. */
export const familyOfCoin = (coinType: number): Namespace | undefined =>
  evmChainOf(coinType) === undefined ? families[coinType] : 'eip155'
