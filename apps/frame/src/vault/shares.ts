import { KitError } from '@billfold/protocol/error'
import { combine, split } from 'shamir-secret-sharing'
import { deriveWallet, type WalletKeys, wipeKeys } from './deriveWallet.ts'

/** A wallet's entropy in three parts, any two of which make it whole and one of which tells nothing. */
export type Shares = { device: Uint8Array; auth: Uint8Array; recovery: Uint8Array }

/** New shares for a device: other ones each time, so that a device is removed by forgetting its own. */
export async function splitEntropy(entropy: Uint8Array): Promise<Shares> {
  const [device, auth, recovery] = await split(entropy, 3, 2)
  return { device: device!, auth: auth!, recovery: recovery! }
}

/**
 * The entropy of two shares. Shares that do not belong together give other entropy without complaint, so the address must be the
 * one that was known before; whatever else comes out is wiped and refused.
 */
export async function joinShares(one: Uint8Array, other: Uint8Array, evmAddress: string): Promise<Uint8Array> {
  const { entropy, keys } = await joinWallet(one, other, evmAddress)
  wipeKeys(keys)
  return entropy
}

/** The same with its keys, which had to be made for the check anyway. Both are the caller's to wipe. */
export async function joinWallet(
  one: Uint8Array,
  other: Uint8Array,
  evmAddress: string,
): Promise<{ entropy: Uint8Array; keys: WalletKeys }> {
  const entropy = await combine([one, other]).catch((cause: unknown) => {
    throw new KitError('unauthorized', { message: 'The shares do not fit together', cause })
  })
  const keys = entropy.length === 16 ? await deriveWallet(entropy) : undefined
  if (keys?.evm.address === evmAddress) return { entropy, keys }
  if (keys) wipeKeys(keys)
  entropy.fill(0)
  throw new KitError('unauthorized', { message: 'The shares do not fit together' })
}
