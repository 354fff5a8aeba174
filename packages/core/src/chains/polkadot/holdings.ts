import { cleanText } from '@billfold/protocol/cleanText'
import { KitError } from '@billfold/protocol/error'
import {
  type AccountState,
  type AssetHolding,
  type AssetName,
  type AssetState,
  readAccountState,
  readAssetHolding,
  readAssetName,
  readAssetState,
} from '@billfold/protocol/polkadot/accountState'
import { readPolkadotAddress } from '@billfold/protocol/polkadot/ss58'
import { storageKeys } from '@billfold/protocol/polkadot/storageKeys'
import type { QueryChain } from '../chainQuery.ts'
import type { TokenMatch } from '../transfers.ts'

export const keyOf = (address: string): Uint8Array => readPolkadotAddress(address).publicKey

const storage = (ask: QueryChain, key: string, at?: string): Promise<unknown> =>
  ask({ method: 'state_getStorage', params: at === undefined ? [key] : [key, at] })

/** Parses an asset id, a token's address. */
export function assetOf(address: string): string {
  if (!/^(0|[1-9]\d{0,9})$/.test(address) || Number(address) >= 2 ** 32)
    throw new KitError('invalid_input', { message: 'The asset id must be a number' })
  return address
}

/** An account's state, now or at a block. */
export const readAccount = async (address: string, ask: QueryChain, at?: string): Promise<AccountState> =>
  readAccountState(await storage(ask, storageKeys.account(keyOf(address)), at))

export const readHolding = async (asset: string, address: string, ask: QueryChain): Promise<AssetHolding> =>
  readAssetHolding(await storage(ask, storageKeys.assetAccount(asset, keyOf(address))))

export const readAsset = async (asset: string, ask: QueryChain): Promise<AssetState | undefined> =>
  readAssetState(await storage(ask, storageKeys.asset(asset)))

/** An asset's own name, sanitized; undefined without one. */
export async function readName(asset: string, ask: QueryChain): Promise<AssetName | undefined> {
  const named = readAssetName(await storage(ask, storageKeys.assetMetadata(asset)))
  return named && { ...named, name: cleanText(named.name, 40), symbol: cleanText(named.symbol, 12) }
}

/** The spendable part of an account, without staked and locked coins. */
export const spendable = ({ free, heldBack }: AccountState): bigint => (free > heldBack ? free - heldBack : 0n)

/** An account's spendable coins, or its balance of an asset. */
export async function readBalance(
  { owner, token }: { owner: string; token?: string | undefined },
  ask: QueryChain,
): Promise<bigint> {
  if (token === undefined) return spendable(await readAccount(owner, ask))
  return (await readHolding(assetOf(token), owner, ask)).balance
}

/** Finds an asset by its id. */
export async function findToken(
  { address, owner }: { address: string; owner: string },
  ask: QueryChain,
): Promise<TokenMatch> {
  const asset = assetOf(address)
  const [named, held] = await Promise.all([readName(asset, ask), readHolding(asset, owner, ask)])
  if (!named) throw new KitError('not_found', { message: 'Asset not found' })
  return { address: asset, ...named, amount: held.balance }
}
