import { sha256 } from '@noble/hashes/sha2.js'
import { bytesOfHex } from '../bytes.ts'
import { isSignedByKey } from '../signin/isSignedByKey.ts'
import { encodeBase64Url } from '../wc/base64.ts'
import type { ShareSet } from './embeddedApi.ts'

/** A change of what the API keeps of a wallet. A session is not enough for one: the wallet's key signs it. */
export type WalletChange =
  | { action: 'create'; deviceId: string; evmAddress: string; solanaAddress: string; shares: ShareSet }
  | { action: 'enroll'; deviceId: string; shares: ShareSet; replacesCode: boolean }
  | { action: 'changeEmail'; deviceId: string; shares: ShareSet }
  | { action: 'revoke'; deviceId: string }

/**
 * The 32 bytes that the wallet's EVM key signs for a change, and for nothing else: SHA-256 of a text of its own, where transactions, messages
 * (EIP-191) and typed data (EIP-712) are signed as Keccak-256. `count` is the wallet's number of changes so far, so each signature is for one.
 */
export function changeDigest(walletId: string, count: number, change: WalletChange): Uint8Array {
  const { action, deviceId } = change
  const rest =
    change.action === 'create'
      ? [change.evmAddress, change.solanaAddress, hashOf(change.shares)]
      : change.action === 'enroll'
        ? [hashOf(change.shares), change.replacesCode]
        : change.action === 'changeEmail'
          ? [hashOf(change.shares)]
          : []
  return digest(['billfold-wallet-change-v1', walletId, count, action, deviceId, ...rest])
}

/** Whether the key of the wallet's address signed this very change. */
export const isChangeSigned = (
  { walletId, evmAddress }: { walletId: string; evmAddress: string },
  { count, signature }: { count: number; signature: string },
  change: WalletChange,
): boolean => isSignedByKey(changeDigest(walletId, count, change), bytesOfHex(signature.slice(2)), evmAddress)

/** Every field of a set, each in its place, whatever the order of an object's keys. */
function hashOf({ generation, authShare, charter, recoveries }: ShareSet): string {
  const { sequence, identity, policy, removed = [], proof } = charter
  const ways = recoveries.map(({ key, sealed }) => [
    ...[key.kind, key.publicKey, key.proof ?? null, key.credentialId ?? null, key.label ?? null],
    sealed,
  ])
  return encodeBase64Url(digest([generation, authShare, [sequence, identity, policy, ...removed, proof], ways]))
}

const digest = (values: readonly unknown[]): Uint8Array => sha256(new TextEncoder().encode(JSON.stringify(values)))
