import type { Output } from '@billfold/protocol/contract'
import type { embeddedApi, RecoveryKey, ShareSet } from '@billfold/protocol/embedded/embeddedApi'
import { type Opener, openWith } from '@billfold/protocol/embedded/hpke'
import { recoveryInfo } from '@billfold/protocol/embedded/recoveryInfo'
import type { RecoveryPolicy } from '@billfold/protocol/embedded/recoveryPolicy'
import { decodeBase64Url } from '@billfold/protocol/wc/base64'
import type { DeviceKeys } from './deviceKeys.ts'
import type { KeptShare, LoginProvider } from './deviceStore.ts'
import { openShare, takeShare } from './shareSets.ts'
import type { RecoveryWay } from './wallet.ts'

/** One share set that a wallet can be recovered from: a recovery share, and the share that is joined with it. */
export type RecoverySource = {
  walletId: string
  evmAddress: string
  generation: number
  identity: string
  recoveries: ShareSet['recoveries']
  other(): Promise<Uint8Array>
}

type Place = { walletId: string; deviceId: string; evmAddress: string }

/** The wallet's sets as the server has them, for a device that has none: the auth share is sealed to this device. Newest first. */
export const sourcesOfServer = (
  { sets }: Output<typeof embeddedApi, 'readRecoveries'>,
  opener: Opener,
  place: Place,
): RecoverySource[] =>
  sets
    .map(({ generation, identity, authShare, recoveries }) => ({
      walletId: place.walletId,
      evmAddress: place.evmAddress,
      identity,
      generation,
      recoveries,
      other: () => openShare(opener, 'auth', place, authShare),
    }))
    .sort((one, two) => two.generation - one.generation)

/** This device's own set, for the days when the API does not respond. */
export const sourceOfDevice = (keys: DeviceKeys, share: KeptShare): RecoverySource => ({
  walletId: share.walletId,
  evmAddress: share.evmAddress,
  generation: share.generation,
  identity: share.sealedFor,
  recoveries: share.recoveries,
  other: () => takeShare(keys, share),
})

/** Which ways lead back, each once. */
export function waysOf(
  sources: readonly RecoverySource[],
  policy: RecoveryPolicy,
  provider?: LoginProvider,
): RecoveryWay[] {
  const keys = sources.flatMap(({ recoveries }) => recoveries.map(({ key }) => key))
  const credentialIds = [...new Set(keys.flatMap(({ credentialId }) => credentialId ?? []))]
  return [
    ...(policy !== 'strict' && keys.some(({ kind }) => kind === 'guardian')
      ? [{ kind: 'guardian' as const, ...(provider && provider !== 'passkey' ? { provider } : {}) }]
      : []),
    ...(credentialIds.length > 0 ? [{ kind: 'passkey' as const, credentialIds }] : []),
    ...(keys.some(({ kind }) => kind === 'code') ? [{ kind: 'code' as const }] : []),
    { kind: 'device' },
  ]
}

/** The recovery share that a private key opens, in whichever set it was sealed to it. */
export async function openRecovery(
  sources: readonly RecoverySource[],
  isMeant: (key: RecoveryKey) => boolean,
  opener: Opener,
): Promise<{ source: RecoverySource; share: Uint8Array } | undefined> {
  for (const source of sources) {
    const found = source.recoveries.find(({ key }) => isMeant(key))
    if (!found) continue
    const { walletId, identity, generation } = source
    const info = recoveryInfo({ walletId, identity, generation })
    return { source, share: await openWith(opener, info, decodeBase64Url(found.sealed)) }
  }
  return undefined
}
