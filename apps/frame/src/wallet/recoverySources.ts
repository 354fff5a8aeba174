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

/** A share set to recover a wallet from: its recovery shares, and the share to join one with. */
export type RecoverySource = {
  walletId: string
  evmAddress: string
  generation: number
  charter: WalletCharter
  recoveries: ShareSet['recoveries']
  other(): Promise<Uint8Array>
}

type ShareAddress = { walletId: string; deviceId: string; evmAddress: string }

/** The server's sets for a device that has none, the newest first: their auth share is encrypted to this device. */
export const sourcesOfServer = (
  { sets }: Pick<Output<typeof embeddedApi, 'readRecoveries'>, 'sets'>,
  opener: Opener,
  address: ShareAddress,
): RecoverySource[] =>
  sets
    .map(({ generation, charter, authShare, recoveries }) => ({
      walletId: address.walletId,
      evmAddress: address.evmAddress,
      charter,
      generation,
      recoveries,
      other: () => openShare(opener, 'auth', address, authShare),
    }))
    .sort((one, two) => two.generation - one.generation)

/** This device's own set, for while the API is down. */
export const sourceOfDevice = (keys: DeviceKeys, share: KeptShare): RecoverySource => ({
  walletId: share.walletId,
  evmAddress: share.evmAddress,
  generation: share.generation,
  charter: share.charter,
  recoveries: share.recoveries,
  other: () => takeShare(keys, share),
})

/** The ways of recovery, each once. */
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

/** A recovery share, and the set that it came with. */
export type OpenedShare = { source: RecoverySource; share: Uint8Array }

/** Opens every recovery share that is encrypted to a key: a server may have altered any of them. */
export async function openRecoveries(
  sources: readonly RecoverySource[],
  isMeant: (key: RecoveryKey) => boolean,
  opener: Opener,
  pairing?: string,
): Promise<OpenedShare[]> {
  const opened = await Promise.all(
    sources.map(async (source) => {
      const recovery = source.recoveries.find(({ key }) => isMeant(key))
      if (!recovery) return []
      const { walletId, generation, charter } = source
      try {
        const info = recoveryInfo({ walletId, identity: boundIdentityOf(charter), generation, pairing })
        return [{ source, share: await openWith(opener, info, decodeBase64Url(recovery.sealed)) }]
      } catch {
        // Encrypted for another wallet, person or generation.
        return []
      }
    }),
  )
  return opened.flat()
}
