import { decodeBase58, encodeBase58 } from './base58.ts'
import { bitcoinNetwork } from './bitcoin/bitcoinNetworks.ts'
import { type BitcoinRealm, readBitcoinAddress } from './bitcoin/readBitcoinAddress.ts'
import { writeBitcoinAddress } from './bitcoin/writeBitcoinAddress.ts'
import { bytesOfHex, hexOf } from './bytes.ts'
import { type CoinPlace, coins, familyOfCoin } from './coinType.ts'
import { KitError } from './error.ts'
import { prefixOn } from './polkadot/prefixOn.ts'
import { readPolkadotAddress, writePolkadotAddress } from './polkadot/ss58.ts'
import { evmChecksum } from './signin/evmChecksum.ts'

const [evmLength, keyLength] = [20, 32]
const realms: Readonly<Record<number, readonly BitcoinRealm[]>> = {
  [coins.bitcoin]: ['main'],
  [coins.test]: ['test', 'regtest'],
}
const prefixes: Readonly<Record<number, number>> = { [coins.polkadot]: 0, [coins.kusama]: 2 }

/**
 * An address as a name's record on the chain holds it (ENSIP-9): an EVM account's bytes, a Solana or Polkadot account's
 * key, the script that pays a Bitcoin address. Throws if it is not a canonical address of that coin.
 */
export function encodeCoinAddress(coinType: number, address: string): Uint8Array {
  const family = familyOfCoin(coinType)
  if (address.length <= 128) {
    if (family === 'eip155' && /^0x[0-9a-fA-F]{40}$/.test(address) && evmChecksum(address) === address)
      return bytesOfHex(address.slice(2))
    if (family === 'solana') {
      const key = decodeBase58(address)
      if (key.length === keyLength) return key
    }
    if (family === 'bip122') {
      const read = readBitcoinAddress(address)
      if (read.address === address && read.realms.some((realm) => realms[coinType]?.includes(realm))) return read.script
    }
    if (family === 'polkadot') {
      const { prefix, publicKey } = readPolkadotAddress(address)
      if (prefix === prefixes[coinType]) return publicKey
    }
  }
  throw new KitError('invalid_input', { message: 'Invalid address for this coin.' })
}

/** The address in a name's record, as a network of that coin writes it; undefined if the bytes are invalid. */
export function decodeCoinAddress(coinType: number, bytes: Uint8Array, place: CoinPlace): string | undefined {
  const family = familyOfCoin(coinType)
  const isNobody = bytes.every((byte) => byte === 0)
  if (isNobody || family === undefined || !place.networkId.startsWith(`${family}:`)) return undefined
  if (family === 'bip122') {
    const realm = bitcoinNetwork(place.networkId)?.realm
    return realm && realms[coinType]?.includes(realm) ? writeBitcoinAddress(bytes, realm) : undefined
  }
  if (family === 'eip155') return bytes.length === evmLength ? evmChecksum(`0x${hexOf(bytes)}`) : undefined
  if (bytes.length !== keyLength) return undefined
  if (family === 'solana') return encodeBase58(bytes)
  return writePolkadotAddress({ prefix: prefixOn(place) ?? prefixes[coinType]!, publicKey: bytes })
}

/** An account's address in its coin's canonical form, as a name's record has it. Throws if it is invalid. */
export function coinAddressOf(coinType: number, address: string): string {
  const family = familyOfCoin(coinType)
  if (family === 'eip155') return evmChecksum(address)
  if (family !== 'polkadot') return address
  return writePolkadotAddress({ ...readPolkadotAddress(address), prefix: prefixes[coinType]! })
}
