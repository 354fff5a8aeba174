import { blake2b } from '@noble/hashes/blake2.js'
import { joinBytes } from '../bytes.ts'
import { bytesOf, hexOf, uintBytes } from './scale.ts'

const [p1, p2, p3, p5] = [0x9e3779b185ebca87n, 0xc2b2ae3d27d4eb4fn, 0x165667b19e3779f9n, 0x27d4eb2f165667c5n]
const low64 = (value: bigint) => BigInt.asUintN(64, value)

/** xxHash64 with seed 0 of a number's four bytes, as it precedes the number in the keys of `Twox64Concat` maps. */
function xxHash64(value: number): bigint {
  let hash = low64(p5 + 4n) ^ low64(BigInt(value >>> 0) * p1)
  hash = low64((low64(hash << 23n) | (hash >> 41n)) * p2 + p3)
  hash = low64((hash ^ (hash >> 33n)) * p2)
  hash = low64((hash ^ (hash >> 29n)) * p3)
  return hash ^ (hash >> 32n)
}

/** The hashed names (xxHash) under which every chain of this kind keeps these: pallet, then item. */
const names = {
  system: '26aa394eea5630e07c48ae0c9558cef7',
  assets: '682a59d51ab9e48a8c8cc418ff9708d2',
  account: 'b99d880ec681799c0cf30e8886371da9',
  asset: 'd34371a193a751eea5883e9553457b2e',
  metadata: 'b5f3822e35ca2f31ce3526eab1363fd2',
  events: '80d41e5e16056765bc8461851072c9d7',
  blockHash: 'a44704b568d21667356a5a050c118746',
}

const keyOf = (pallet: string, item: string, ...parts: readonly Uint8Array[]): string =>
  hexOf(joinBytes(bytesOf(`0x${pallet}${item}`), ...parts.map(concat)))

/** A map's key: its hash, so that no one can choose its place, and the key itself. */
const concat = (part: Uint8Array): Uint8Array => joinBytes(blake2b(part, { dkLen: 16 }), part)
const idOf = (asset: string | number): Uint8Array => uintBytes(BigInt(asset), 4)

/** The storage keys that the kit and the server read. */
export const storageKeys = {
  /** System.Account. */
  account: (publicKey: Uint8Array): string => keyOf(names.system, names.account, publicKey),
  /** System.Events: what the last block did. */
  events: `0x${names.system}${names.events}`,
  /** System.BlockHash: the hashes of earlier blocks, thousands of them. */
  blockHash: (number: number): string =>
    hexOf(
      joinBytes(
        bytesOf(`0x${names.system}${names.blockHash}`),
        uintBytes(xxHash64(number), 8),
        uintBytes(BigInt(number), 4),
      ),
    ),
  /** Timestamp.Now: when a block was made. */
  now: '0xf0c365c3cf59d671eb72da0e7a4113c49f1f0515f462cdcf84e0f1d6045dfcbb',
  /** Assets.Asset. */
  asset: (asset: string | number): string => keyOf(names.assets, names.asset, idOf(asset)),
  /** Assets.Metadata: name, symbol, decimals. */
  assetMetadata: (asset: string | number): string => keyOf(names.assets, names.metadata, idOf(asset)),
  /** Assets.Account. */
  assetAccount: (asset: string | number, publicKey: Uint8Array): string =>
    keyOf(names.assets, names.account, idOf(asset), publicKey),
}
