import { hexOf } from '@billfold/protocol/bytes'
import {
  createAccountData,
  delegationCode,
  ownedAccountAddress,
  ownedAccountCode,
  type SmartAccountKind,
  smartAccountContracts,
} from '@billfold/protocol/embedded/smartAccount'
import { KitError } from '@billfold/protocol/error'
import { sameAddress } from '@billfold/protocol/sameAddress'
import type { Hex } from '../evm/signHash.ts'

/** Asks a chain, its bundler or its paymaster: JSON-RPC, by anyone who can reach them. */
export type Ask = (method: string, params: readonly unknown[]) => Promise<unknown>

/** A smart account of a key on a chain. */
export type SmartAccount = {
  kind: SmartAccountKind
  chainId: bigint
  /** The key's own address: anyone who signs. */
  owner: Hex
  /** Where coins are paid to: the owner's own address (7702), or another one (4337). */
  address: Hex
}

/** The account of a key on a chain; needs no request. */
export const smartAccountOf = (owner: Hex, kind: SmartAccountKind, chainId: bigint): SmartAccount => ({
  kind,
  chainId,
  owner,
  address: kind === '7702' ? owner : ownedAccountAddress(owner),
})

/**
 * Whether the account is deployed. Rejects any code but our own implementation: an account with different code would not do what the screen
 * shows.
 */
export async function isDeployed(account: SmartAccount, ask: Ask): Promise<boolean> {
  const code = await ask('eth_getCode', [account.address, 'latest'])
  if (code === '0x') return false
  const expected = account.kind === '7702' ? delegationCode : ownedAccountCode(account.owner)
  if (typeof code === 'string' && sameAddress('eip155', code, expected)) return true
  throw new KitError('unauthorized', {
    message: 'This account runs code unknown to this wallet, so the wallet signs no operations for it.',
  })
}

/** The factory call that deploys the account, with its first operation or for an earlier signature (ERC-6492). */
export const creationOf = ({ owner }: SmartAccount): { factory: Hex; factoryData: Hex } => ({
  factory: smartAccountContracts.factory4337,
  factoryData: createAccountData(owner),
})

/** A hash as JSON-RPC writes it. */
export const hexText = (bytes: Uint8Array): Hex => `0x${hexOf(bytes)}`
