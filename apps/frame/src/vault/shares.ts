import { KitError } from '@billfold/protocol/error'
import { combine, split } from 'shamir-secret-sharing'
import { deriveWallet } from './deriveWallet.ts'

/** A wallet's entropy in three parts, any two of which make it whole and one of which tells nothing. */
export type Shares = { device: Uint8Array; auth: Uint8Array; recovery: Uint8Array }

/** New shares for a device: drawn anew each time, so that a device is left out by forgetting its own. */
export async function splitEntropy(entropy: Uint8Array): Promise<Shares> {
  const [device, auth, recovery] = await split(entropy, 3, 2)
  return { device: device!, auth: auth!, recovery: recovery! }
}

/**
 * The entropy of two shares. Shares that do not belong together give other entropy without complaint, so the address must be the
 * one that was known before; whatever else comes out is wiped and refused.
 */
export async function joinShares(one: Uint8Array, other: Uint8Array, evmAddress: string): Promise<Uint8Array> {
  const entropy = await combine([one, other]).catch((cause: unknown) => {
    throw new KitError('unauthorized', { message: 'The shares do not fit together', cause })
  })
  const keys = entropy.length === 16 ? await deriveWallet(entropy) : undefined
  const isMeant = keys?.evm.address === evmAddress
  keys?.evm.secretKey.fill(0)
  keys?.solana.secretKey.fill(0)
  if (isMeant) return entropy
  entropy.fill(0)
  throw new KitError('unauthorized', { message: 'The shares do not fit together' })
}
