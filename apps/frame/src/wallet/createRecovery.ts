import type { RecoveryKey } from '@billfold/protocol/embedded/embeddedApi'
import { openerOf } from '@billfold/protocol/embedded/hpke'
import { statementKeysOf, walletIdOf } from '@billfold/protocol/embedded/walletStatement'
import { KitError } from '@billfold/protocol/error'
import { encodeBase64Url } from '@billfold/protocol/wc/base64'
import { wipeKeys } from '../vault/deriveWallet.ts'
import { secretOfCode } from '../vault/recoveryCode.ts'
import { joinWallet } from '../vault/shares.ts'
import type { Changes } from './createChanges.ts'
import { createEntries, type Entry } from './createEntries.ts'
import type { GuardianClient, Holder } from './createHolder.ts'
import { createRelease } from './createRelease.ts'
import type { Session, SessionDeps } from './createSession.ts'
import { deviceCodeOf, newPairing } from './deviceCode.ts'
import { deviceOpener } from './deviceKeys.ts'
import { pairFor } from './recoveryKeys.ts'
import { type OpenedShare, openRecoveries, waysOf } from './recoverySources.ts'
import { provenIdentity } from './signChange.ts'
import type { Person } from './wallet.ts'

type RecoveryDeps = SessionDeps & {
  session: Session
  guardian: GuardianClient
  holder: Holder
  changes: Changes
  wait(ms: number): Promise<void>
}

/** Settles logins, and recovers the wallet on a device that has no share of it. */
export function createRecovery(deps: RecoveryDeps) {
  const { settings, store, session, holder, changes } = deps
  const entries = createEntries({ ...deps, onSettle: (identity) => dropUnlessOf(identity) })

  /**
   * Joins an opened share with its other half, and adds this device to the wallet. `attested` is the person that the guardian logged in;
   * without it, a person who logged in by email typed the address here.
   */
  const finish = async (
    { deviceId, sources, joining }: Entry,
    opened: readonly OpenedShare[],
    attested?: string,
  ): Promise<Person> => {
    const { entropy, keys, walletId } = await joinAny(opened)
    try {
      if (!joining) {
        holder.unlock(walletId, entropy)
        return await entries.readPerson()
      }
      const { device } = await session.read()
      const statementKeys = statementKeysOf(entropy)
      if (walletIdOf(statementKeys.publicKey) !== joining.walletId) throw new KitError('account_mismatch')
      // From the keys: screens never show the server's word on a wallet.
      const addresses = { evmAddress: keys.evm.address, solanaAddress: keys.solana.address }
      const share = { walletId: joining.walletId, ...addresses, deviceId }
      const identity = attested ?? provenIdentity(device)
      await changes.join({ entropy, keys, device, share, sets: sources }, identity === null ? {} : { identity })
      changes.announce(statementKeys)
      entries.clear()
      return await entries.readPerson()
    } finally {
      entropy.fill(0)
      wipeKeys(keys)
    }
  }

  /** Recovers with a secret of the person, from the sets that are encrypted to its key. */
  const recoverWith = async (secret: Uint8Array, isMeant: (key: RecoveryKey) => boolean) => {
    try {
      const entry = await entries.find()
      const opened: OpenedShare[] = []
      for (const evmAddress of new Set(entry.sources.map((source) => source.evmAddress))) {
        const { secretKey, publicKey } = pairFor(evmAddress, secret)
        const own = encodeBase64Url(publicKey)
        const isOwn = (key: RecoveryKey) => isMeant(key) && key.publicKey === own
        opened.push(...(await openRecoveries(entry.sources, isOwn, openerOf(secretKey))))
        secretKey.fill(0)
      }
      if (opened.length === 0) throw new KitError('sign_in_unproven')
      return await finish(entry, opened)
    } finally {
      secret.fill(0)
    }
  }

  const { dropUnlessOf, ...release } = createRelease({ ...deps, entries, finish })

  return {
    settle: entries.settle,
    /** The wallet's own methods. */
    methods: {
      ...release,
      async ownWays() {
        const { device } = await session.read()
        if (!device.share) throw new KitError('unauthorized')
        const ways = waysOf(entries.ownSources(device), settings.policy, device.provider)
        return ways.filter(({ kind }) => kind !== 'device')
      },
      async deviceCode() {
        const { device } = await session.read()
        const { pairing = newPairing() } = device
        await store.writeDevice({ ...device, pairing })
        return deviceCodeOf(encodeBase64Url((await deviceOpener(device.keys)).publicKey), pairing)
      },
      async recoverByDevice() {
        // Read the sets again: another device may have added this one since the login.
        entries.clear()
        const entry = await entries.find()
        const { keys, pairing } = (await session.read()).device
        // Without letters, no device can have encrypted to this one.
        if (pairing === undefined) throw new KitError('not_found')
        const opener = await deviceOpener(keys)
        const publicKey = encodeBase64Url(opener.publicKey)
        const isMeant = (key: RecoveryKey) => key.kind === 'device' && key.publicKey === publicKey
        const opened = await openRecoveries(entry.sources, isMeant, opener, pairing)
        if (opened.length === 0) throw new KitError('not_found')
        return await finish(entry, opened)
      },
      recoverByCode({ code }: { code: string }) {
        return recoverWith(secretOfCode(code), ({ kind }) => kind === 'code')
      },
      recoverByPasskey({ credentialId, prf }: { credentialId: string; prf: Uint8Array }) {
        return recoverWith(prf, (key) => key.credentialId === credentialId)
      },
    },
  }
}
export type Recovery = ReturnType<typeof createRecovery>

/** Joins the wallet from the first share that fits its other half; wipes every share. */
async function joinAny(opened: readonly OpenedShare[]) {
  let reason: unknown
  try {
    for (const { source, share } of opened) {
      try {
        const other = await source.other()
        const whole = await joinWallet(other, share, source.evmAddress).finally(() => other.fill(0))
        return { ...whole, walletId: source.walletId }
      } catch (error) {
        reason = error
      }
    }
  } finally {
    for (const { share } of opened) share.fill(0)
  }
  throw reason ?? new KitError('not_found')
}
