import { bytesOf, scaleReader } from './scale.ts'

/** An account's balance of a chain's own coin, in smallest units. */
export type AccountState = {
  nonce: number
  /**
   * Whether its coins keep it alive: only then it can receive assets that are not sufficient. An account that exists by
   * an asset alone cannot.
   */
  livesByCoins: boolean
  free: bigint
  /** The part that may not leave: staked, locked, vesting. */
  heldBack: bigint
  /** Reserved, besides the free part. */
  reserved: bigint
}

const none: AccountState = { nonce: 0, livesByCoins: false, free: 0n, heldBack: 0n, reserved: 0n }
/** Set in the last number of accounts that the present rules hold for: what is reserved counts towards what is frozen. */
const presentRules = 1n << 127n

/** Reads System.Account, as the runtimes since 2021 write it; what is not there is an account with nothing. */
export function readAccountState(value: unknown): AccountState {
  if (value === null || value === undefined) return none
  const { u32, u128 } = scaleReader(bytesOf(value))
  const [nonce, , providers] = [u32(), u32(), u32(), u32()]
  const [free, reserved, frozen, last] = [u128(), u128(), u128(), u128()]
  const isPresent = (last & presentRules) !== 0n
  const held = isPresent ? frozen - reserved : frozen > last ? frozen : last
  return { nonce, livesByCoins: providers > 0, free, heldBack: held > 0n ? held : 0n, reserved }
}

/** An account's balance of an asset. */
export type AssetHolding = { balance: bigint; isFrozen: boolean }

/** Reads Assets.Account; what is not there is a holding of nothing. */
export function readAssetHolding(value: unknown): AssetHolding {
  if (value === null || value === undefined) return { balance: 0n, isFrozen: false }
  const { u128, byte } = scaleReader(bytesOf(value))
  return { balance: u128(), isFrozen: byte() !== 0 }
}

export type AssetState = { minBalance: bigint; isSufficient: boolean; isFrozen: boolean }

/** Reads Assets.Asset; undefined if there is no such asset. */
export function readAssetState(value: unknown): AssetState | undefined {
  if (value === null || value === undefined) return undefined
  const { take, u128, u32, byte } = scaleReader(bytesOf(value))
  take(4 * 32) // who may do what with it
  u128() // its supply
  u128() // its deposit
  const [minBalance, isSufficient] = [u128(), byte() !== 0]
  u32()
  u32()
  u32()
  return { minBalance, isSufficient, isFrozen: byte() !== 0 }
}

export type AssetName = { name: string; symbol: string; decimals: number }

/** Reads Assets.Metadata; undefined if the asset has no name. */
export function readAssetName(value: unknown): AssetName | undefined {
  if (value === null || value === undefined) return undefined
  const { u128, text, byte } = scaleReader(bytesOf(value))
  u128()
  return { name: text(), symbol: text(), decimals: byte() }
}
