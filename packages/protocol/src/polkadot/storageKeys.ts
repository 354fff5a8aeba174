import { blake2b } from '@noble/hashes/blake2.js'
import { joinBytes } from '../bytes.ts'
import { bytesOf, hexOf, uintBytes } from './scale.ts'
import { xxHash64 } from './xxHash64.ts'

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
