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

/** The account that a key has on a chain of a kind; nothing is asked for it. */
export const smartAccountOf = (owner: Hex, kind: SmartAccountKind, chainId: bigint): SmartAccount => ({
  kind,
  chainId,
  owner,
  address: kind === '7702' ? owner : ownedAccountAddress(owner),
})

/**
 * Whether the account's code is on the chain yet. Anything else than nothing or our own implementation is refused: an account that runs
 * other code would do other things than its person is shown.
 */
export async function isDeployed(account: SmartAccount, ask: Ask): Promise<boolean> {
  const code = await ask('eth_getCode', [account.address, 'latest'])
  if (code === '0x') return false
  const expected = account.kind === '7702' ? delegationCode : ownedAccountCode(account.owner)
  if (typeof code === 'string' && sameAddress('eip155', code, expected)) return true
  throw new KitError('unauthorized', {
    message: 'This account runs code that this wallet does not know, so it signs no operations for it.',
  })
}

/** What creates the account, for an operation that does, or for a signature before it (ERC-6492). */
export const creationOf = ({ owner }: SmartAccount): { factory: Hex; factoryData: Hex } => ({
  factory: smartAccountContracts.factory4337,
  factoryData: createAccountData(owner),
})

/** A hash as JSON-RPC writes it. */
export const hexText = (bytes: Uint8Array): Hex => `0x${hexOf(bytes)}`
