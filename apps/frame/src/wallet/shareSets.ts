import type { RecoveryKey, ShareSet } from '@billfold/protocol/embedded/embeddedApi'
import { type Opener, openWith, sealTo } from '@billfold/protocol/embedded/hpke'
import { deliveryInfo, recoveryInfo } from '@billfold/protocol/embedded/recoveryInfo'
import type { RecoveryPolicy } from '@billfold/protocol/embedded/recoveryPolicy'
import { decodeBase64Url, encodeBase64Url } from '@billfold/protocol/wc/base64'
import { splitEntropy } from '../vault/shares.ts'
import { type DeviceKeys, keepUnder, takeFrom } from './deviceKeys.ts'
import type { KeptShare } from './deviceStore.ts'

type Of = {
  walletId: string
  deviceId: string
  identity: string
  generation: number
  evmAddress: string
  solanaAddress: string
  policy: RecoveryPolicy
}

/** A device's share set from the whole: what it keeps itself, and what it hands to the server, the recovery share sealed to each key. */
export async function makeShareSet(
  entropy: Uint8Array,
  keys: DeviceKeys,
  of: Of,
  recoveryKeys: readonly RecoveryKey[],
): Promise<{ kept: KeptShare; set: ShareSet }> {
  const { walletId, deviceId, identity, generation, evmAddress, solanaAddress, policy } = of
  const { device, auth, recovery } = await splitEntropy(entropy)
  try {
    const bound = { walletId, identity, generation }
    // The policy is the guardian's to keep, so it is said where only who seals can say it.
    const infoFor = ({ kind }: RecoveryKey) =>
      recoveryInfo({ ...bound, policy: kind === 'guardian' && policy === 'hardened' ? policy : undefined })
    const recoveries = recoveryKeys.map((key) => ({
      key,
      sealed: encodeBase64Url(sealTo(decodeBase64Url(key.publicKey), infoFor(key), recovery)),
    }))
    const kept = await keepUnder(keys, boundTo({ walletId, generation }), device)
    const place = { walletId, deviceId, generation, evmAddress, solanaAddress, sealedFor: identity, policy }
    return {
      kept: { ...place, recoveries, kept },
      set: { generation, authShare: encodeBase64Url(auth), recoveries },
    }
  } finally {
    for (const share of [device, auth, recovery]) share.fill(0)
  }
}

/** The share that this device keeps. */
export const takeShare = (keys: DeviceKeys, { walletId, generation, kept }: KeptShare): Promise<Uint8Array> =>
  takeFrom(keys, boundTo({ walletId, generation }), kept)

/** A share that a server sealed to this device. */
export const openShare = (
  opener: Opener,
  share: 'auth' | 'recovery',
  { walletId, deviceId }: Pick<Of, 'walletId' | 'deviceId'>,
  sealed: string,
): Promise<Uint8Array> => openWith(opener, deliveryInfo({ walletId, deviceId, share }), decodeBase64Url(sealed))

const boundTo = ({ walletId, generation }: Pick<Of, 'walletId' | 'generation'>): string =>
  JSON.stringify(['device-share-v1', walletId, generation])
