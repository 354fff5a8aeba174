import type { Output } from '@billfold/protocol/contract'
import type { embeddedApi, RecoveryKey, ShareSet } from '@billfold/protocol/embedded/embeddedApi'
import { type Opener, openWith } from '@billfold/protocol/embedded/hpke'
import { recoveryInfo } from '@billfold/protocol/embedded/recoveryInfo'
import type { RecoveryPolicy } from '@billfold/protocol/embedded/recoveryPolicy'
import type { WalletCharter } from '@billfold/protocol/embedded/walletCharter'
import { decodeBase64Url } from '@billfold/protocol/wc/base64'
import type { DeviceKeys } from './deviceKeys.ts'
import type { KeptShare, LoginProvider } from './deviceStore.ts'
import { boundIdentityOf, openShare, takeShare } from './shareSets.ts'
import type { RecoveryWay } from './wallet.ts'

/** One share set that a wallet can be recovered from: a recovery share, and the share that is joined with it. */
export type RecoverySource = {
  walletId: string
  evmAddress: string
  generation: number
  charter: WalletCharter
  recoveries: ShareSet['recoveries']
  other(): Promise<Uint8Array>
}

type Place = { walletId: string; deviceId: string; evmAddress: string }

/** The wallet's sets as the server has them, for a device that has none: the auth share is sealed to this device. Newest first. */
export const sourcesOfServer = (
  { sets }: Pick<Output<typeof embeddedApi, 'readRecoveries'>, 'sets'>,
  opener: Opener,
  place: Place,
): RecoverySource[] =>
  sets
    .map(({ generation, charter, authShare, recoveries }) => ({
      walletId: place.walletId,
      evmAddress: place.evmAddress,
      charter,
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
  charter: share.charter,
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

/** The recovery shares that a private key opens, of all sets that were sealed to it: a server may have spoiled any of them. */
export async function openRecoveries(
  sources: readonly RecoverySource[],
  isMeant: (key: RecoveryKey) => boolean,
  opener: Opener,
  pairing?: string,
): Promise<{ source: RecoverySource; share: Uint8Array }[]> {
  const opened = await Promise.all(
    sources.map(async (source) => {
      const found = source.recoveries.find(({ key }) => isMeant(key))
      if (!found) return []
      const { walletId, generation, charter } = source
      try {
        const info = recoveryInfo({ walletId, identity: boundIdentityOf(charter), generation, pairing })
        return [{ source, share: await openWith(opener, info, decodeBase64Url(found.sealed)) }]
      } catch {
        // Encrypted for another wallet, person or generation.
        return []
      }
    }),
  )
  return opened.flat()
}
