import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { encodeBase58 } from '../base58.ts'
import { hash160, keyHash, scriptHash, segwitScript } from '../bitcoin/keyScripts.ts'
import type { BitcoinRealm } from '../bitcoin/readBitcoinAddress.ts'
import { taprootScript } from '../bitcoin/taprootScript.ts'
import { writeBitcoinAddress } from '../bitcoin/writeBitcoinAddress.ts'
import { hexOf } from '../bytes.ts'
import { evmChecksum } from '../signin/evmChecksum.ts'
import { deriveKey } from './deriveKey.ts'
import type { DeviceKey } from './deviceAccounts.ts'
import type { PathStep } from './keyPath.ts'

/** An account of a device, and the key that signs for it. */
export type DerivedAccount = {
  family: 'eip155' | 'solana' | 'bip122'
  address: string
  /** Compressed secp256k1, or ed25519. */
  publicKey: Uint8Array
  path: readonly number[]
}

const hardened = 0x80000000
/** Coin types (SLIP-44) and purposes of paths. */
const coins = { bitcoin: hardened, bitcoinTest: hardened + 1, ethereum: hardened + 60, solana: hardened + 501 }
const [bip44, bip49, bip84, bip86] = [44, 49, 84, 86].map((purpose) => purpose + hardened)

/** The accounts to derive: `realm` is that of the Bitcoin network. */
export type AccountRange = { from: number; count: number; realm?: BitcoinRealm }

/** Accounts of a key; a key of a single account has only index 0. Keys of other coins have none. */
export function deriveAccounts(device: DeviceKey, { from, count, realm = 'main' }: AccountRange): DerivedAccount[] {
  const coin = device.path[1]
  const purpose = device.path[0]
  if (coin === coins.solana && device.key.length === 32)
    return from > 0
      ? []
      : [{ family: 'solana', address: encodeBase58(device.key), publicKey: device.key, path: device.path }]
  if (device.key.length !== 33) return []
  const isEvm = coin === coins.ethereum && purpose === bip44
  const isBitcoin = coin === (realm === 'main' ? coins.bitcoin : coins.bitcoinTest)
  if (!isEvm && !isBitcoin) return []
  return keysOf(device, from, count).flatMap(({ key, path }): DerivedAccount[] => {
    if (isEvm) return [{ family: 'eip155', address: evmAddress(key), publicKey: key, path }]
    const address = bitcoinAddress(key, purpose, realm)
    return address ? [{ family: 'bip122', address, publicKey: key, path }] : []
  })
}

/** Keys of accounts: below an account's key as the device says, otherwise in the usual places. */
function keysOf({ key, chainCode, path, children }: DeviceKey, from: number, count: number) {
  const steps = children ?? (path.length >= 5 || !chainCode ? [] : path.length === 4 ? ['*'] : [0, '*'])
  const isSingle = !steps.includes('*')
  if (!chainCode && steps.length > 0) return []
  const total = isSingle ? (from === 0 ? 1 : 0) : count
  return Array.from({ length: total }, (_, at) => {
    const below = steps.map((step: PathStep) => (step === '*' ? from + at : step))
    const derived = below.length === 0 ? key : deriveKey({ key, chainCode: chainCode! }, below).key
    return { key: derived, path: [...path, ...below] }
  })
}

/** The address of a public key on EVM chains. */
export function evmAddress(publicKey: Uint8Array): string {
  const point = secp256k1.Point.fromBytes(publicKey).toBytes(false)
  return evmChecksum(`0x${hexOf(keccak_256(point.subarray(1)).subarray(12))}`)
}

/** The address of a public key, by its purpose (BIP-44, BIP-49, BIP-84, BIP-86). */
export function bitcoinAddress(key: Uint8Array, purpose: number | undefined, realm: BitcoinRealm): string | undefined {
  const scripts = new Map([
    [bip44, () => keyHash(hash160(key))],
    [bip49, () => scriptHash(segwitScript(key))],
    [bip84, () => segwitScript(key)],
    [bip86, () => taprootScript(key.subarray(1))],
  ])
  const script = scripts.get(purpose)
  return script && writeBitcoinAddress(script(), realm)
}
