import type { SignedChange } from '@billfold/protocol/embedded/embeddedApi'
import { changeDigest, type WalletChange } from '@billfold/protocol/embedded/walletChange'
import { signHash, writeSignature } from '../evm/signHash.ts'
import type { WalletKeys } from '../vault/deriveWallet.ts'
import type { DeviceRecord } from './deviceStore.ts'

/** Signs a change with the wallet's key; the server verifies it before it changes anything. */
export const signChange = (
  { evm }: WalletKeys,
  walletId: string,
  count: number,
  change: WalletChange,
): SignedChange => ({
  count,
  signature: writeSignature(signHash(changeDigest(walletId, count, change), evm.secretKey)),
})

/** The person that recovery of a new wallet is for: proven on this device, not reported by the API on a provider's behalf. */
export const provenIdentity = ({ provider, identity }: Pick<DeviceRecord, 'provider' | 'identity'>): string | null =>
  provider === undefined || provider === 'passkey' ? identity : null
