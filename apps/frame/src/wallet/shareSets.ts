import type { RecoveryKey, ShareSet } from '@billfold/protocol/embedded/embeddedApi'
import { type Opener, openWith, sealTo } from '@billfold/protocol/embedded/hpke'
import { deliveryInfo, recoveryInfo } from '@billfold/protocol/embedded/recoveryInfo'
import type { WalletCharter } from '@billfold/protocol/embedded/walletCharter'
import { decodeBase64Url, encodeBase64Url } from '@billfold/protocol/wc/base64'
import { splitEntropy } from '../vault/shares.ts'
import { type DeviceKeys, keepUnder, takeFrom } from './deviceKeys.ts'
import type { KeptShare } from './deviceStore.ts'

type Of = Pick<KeptShare, 'walletId' | 'deviceId' | 'generation' | 'evmAddress' | 'solanaAddress' | 'charter'> & {
  /** The letters of the device that the set lets in, if it does. */
  pairing?: string | undefined
}

/** A set is bound to this if its charter names no person: a server could name a different one tomorrow. */
const unvouched = 'unvouched'
/** The person that a set's recovery shares are bound to, by the wallet's own word. */
export const boundIdentityOf = ({ identity }: Pick<WalletCharter, 'identity'>): string => identity ?? unvouched

/** A device's share set from the whole: what it keeps itself, and what it hands to the server, the recovery share sealed to each key. */
export async function makeShareSet(
  entropy: Uint8Array,
  keys: DeviceKeys,
  of: Of,
  recoveryKeys: readonly RecoveryKey[],
): Promise<{ kept: KeptShare; set: ShareSet }> {
  const { walletId, deviceId, generation, evmAddress, solanaAddress, charter, pairing } = of
  // Nothing is encrypted to the guardian for a person that only a server has named.
  const keysOfWallet = recoveryKeys.filter(({ kind }) => kind !== 'guardian' || charter.identity !== null)
  const { device, auth, recovery } = await splitEntropy(entropy)
  try {
    const bound = { walletId, identity: boundIdentityOf(charter), generation }
    // The guardian enforces the policy, so it is part of what the device encrypts.
    const infoFor = ({ kind }: RecoveryKey) =>
      recoveryInfo({
        ...bound,
        policy: kind === 'guardian' && charter.policy === 'hardened' ? charter.policy : undefined,
        pairing: kind === 'device' ? pairing : undefined,
      })
    const recoveries = keysOfWallet.map((key) => ({
      key,
      sealed: encodeBase64Url(sealTo(decodeBase64Url(key.publicKey), infoFor(key), recovery)),
    }))
    const kept = await keepUnder(keys, boundTo({ walletId, generation }), device)
    const place = { walletId, deviceId, generation, evmAddress, solanaAddress, charter }
    return {
      kept: { ...place, recoveries, kept },
      set: { generation, authShare: encodeBase64Url(auth), charter, recoveries },
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
