import type { GrantPurpose } from '@billfold/protocol/embedded/embeddedApi'
import { guardianApi, guardianRoutes } from '@billfold/protocol/embedded/guardianApi'
import { identityHash } from '@billfold/protocol/embedded/recoveryInfo'
import { KitError } from '@billfold/protocol/error'
import { wordsOf } from '../vault/deriveWallet.ts'
import { askServer } from './askServer.ts'
import { createFarcaster } from './createFarcaster.ts'
import { createHolder } from './createHolder.ts'
import { createPasskey } from './createPasskey.ts'
import { createRecovery } from './createRecovery.ts'
import { createSession, type SessionDeps } from './createSession.ts'
import { createSocial } from './createSocial.ts'
import { type DeviceKeys, describeDevice, newDeviceKeys } from './deviceKeys.ts'
import type { DeviceRecord, SessionRecord } from './deviceStore.ts'
import { signWith } from './signWith.ts'
import type { Login, Person, Proof, Wallet } from './wallet.ts'

export type WalletDeps = SessionDeps & {
  /** Resolves after so many milliseconds. */
  wait(ms: number): Promise<void>
}

type Pending = { identity: string; site: string; keys: DeviceKeys; challenge: string }

/** A wallet as it lives in the frame's worker. */
export function createWallet(deps: WalletDeps): Wallet {
  const { settings, store } = deps
  const { projectId } = settings
  const session = createSession(deps)
  const guardian = askServer(guardianApi, guardianRoutes, { url: settings.guardianUrl, fetch: deps.fetch })
  const holder = createHolder({ ...deps, session, guardian })
  const recovery = createRecovery({ ...deps, session, guardian, holder })
  let pending: Pending | undefined
  let reauth: string | undefined
  let change: { email: string; challenge: string } | undefined

  const whoever = async (): Promise<Person | null> => {
    const record = await store.readSession()
    const device = record && (await store.readDevice(record.identity))
    return record && device?.share ? personOf(record, device) : null
  }

  /** Proves who sits here, and has that used up for one thing. */
  const useGrant = async (proof: Proof, purpose: GrantPurpose) => {
    const challenge = reauth
    if (!challenge) throw new KitError('not_found')
    const of = { projectId, challenge, purpose }
    const { grant } = await session.ask((client) =>
      'code' in proof ? client.verifyReauth({ ...of, ...proof }) : client.verifyPasskeyReauth({ ...of, ...proof }),
    )
    reauth = undefined
    return await session.ask((client) => client.useGrant({ projectId, grant, purpose }))
  }

  return {
    async restore() {
      const record = await store.readSession()
      if (!record) return null
      try {
        // A call that costs little and fails where the session was ended from elsewhere.
        await session.ask((client) => client.readShare({ projectId })).then(holder.keepPrepared)
        void holder.followUp()
      } catch (error) {
        const { code } = KitError.from(error)
        // Ended, or never finished on this device.
        if (code === 'unauthorized' || code === 'not_found') return null
        // A server that is away, or asked too much, ends no one's session: the device has its share, and recovery has the other.
      }
      return await whoever()
    },
    async startEmail({ email, site }) {
      const identity = identityHash({ kind: 'email', subject: email })
      const known = await store.readSession()
      if (known?.identity === identity) {
        const person = await this.restore()
        if (person) return { person }
      }
      const keys = (await store.readDevice(identity))?.keys ?? (await newDeviceKeys())
      const client = await session.asDevice(keys)
      const { challenge } = await client.startEmail({
        projectId,
        email: email.trim(),
        site,
        device: await describeDevice(keys, settings.deviceLabel),
      })
      pending = { identity, site, keys, challenge }
      return { isMailed: true }
    },
    async verifyEmail({ code }): Promise<Login> {
      if (!pending) throw new KitError('not_found')
      const { identity, site, keys, challenge } = pending
      const client = await session.asDevice(keys)
      const told = await client.verifyEmail({ projectId, challenge, code })
      // A server that logs someone else in is not believed.
      if (told.identity !== identity) throw new KitError('account_mismatch')
      pending = undefined
      const device = (await store.readDevice(identity)) ?? { identity, keys }
      await store.writeDevice(device)
      const record = await session.keep(told, site)
      return await recovery.settle(record, device)
    },
    ...createSocial({ ...deps, session, recovery }),
    ...createFarcaster({ ...deps, session, recovery }),
    ...createPasskey({ ...deps, session, recovery }),
    startRelease: recovery.startRelease,
    awaitRelease: recovery.awaitRelease,
    deviceCode: recovery.deviceCode,
    recoverByDevice: recovery.recoverByDevice,
    approveDevice: holder.approveDevice,
    recoverByCode: recovery.recoverByCode,
    recoverByPasskey: recovery.recoverByPasskey,
    ownWays: recovery.ownWays,
    prepare: holder.prepare,
    sign: (request) => holder.withKeys((keys) => signWith(keys, request) as never),
    sponsorPass: async () => (await session.ask((client) => client.getSponsorPass({ projectId }))).pass,
    async signOut() {
      const record = await store.readSession()
      holder.forget()
      pending = undefined
      try {
        if (record) await session.ask((client) => client.endSession({ projectId }))
      } catch {
        // The device forgets whether or not the server hears of it; what is left there ends by itself.
      }
      await store.removeSession()
      if (record) await store.removeDevice(record.identity)
    },
    async forgetDevice() {
      const { device } = await session.read()
      const { deviceId } = device.share ?? {}
      try {
        if (deviceId) await session.ask((client) => client.revokeDevice({ projectId, deviceId }))
      } catch (error) {
        // The wallet's only set stays on the server, or no one could ever recover it: the device is wiped all the same.
        if (KitError.from(error).code !== 'invalid_request') throw error
      }
      await this.signOut()
    },
    listDevices: async () => (await session.ask((client) => client.listDevices({ projectId }))).devices,
    async revokeDevice({ deviceId }) {
      // A key that only the other device's set was sealed to would stop to lead back: this one's takes them all first.
      await holder.resplit((keys) => keys)
      await session.ask((client) => client.revokeDevice({ projectId, deviceId }))
    },
    listRecoveries: holder.listRecoveries,
    newRecoveryCode: holder.newRecoveryCode,
    addPasskey: holder.addPasskey,
    async startEmailChange({ email }) {
      const { session: record } = await session.read()
      const told = await session.ask((client) => client.startEmailChange({ projectId, email, site: record.site }))
      change = { email, challenge: told.challenge }
      return { step: told.step }
    },
    async verifyOldEmail({ code }) {
      const begun = change
      if (!begun) throw new KitError('not_found')
      const { challenge } = begun
      const told = await session.ask((client) => client.verifyEmailChangePrimary({ projectId, challenge, code }))
      change = { ...begun, challenge: told.challenge }
    },
    async verifyNewEmail({ code }) {
      if (!change) throw new KitError('not_found')
      const { email, challenge } = change
      const { session: now } = await session.read()
      if (now.provider) {
        // Who comes by a social login or a passkey is still the same person: only mail goes elsewhere, and no share is bound to it.
        await session.ask((client) => client.verifyEmailChangeSecondary({ projectId, challenge, code }))
        change = undefined
        await store.writeSession({ ...now, email })
        return { email }
      }
      const identity = identityHash({ kind: 'email', subject: email })
      await holder.resplit(
        (keys) => keys,
        identity,
        (shares) => session.ask((client) => client.verifyEmailChangeSecondary({ projectId, challenge, code, shares })),
      )
      change = undefined
      const { session: record, device } = await session.read()
      await store.writeDevice({ ...device, identity })
      await store.writeSession({ ...record, identity, email })
      if (identity !== record.identity) await store.removeDevice(record.identity)
      return { email }
    },
    async reauthPasskey() {
      const { session: record, device } = await session.read()
      if (record.provider !== 'passkey') return null
      const names = (device.share?.recoveries ?? []).flatMap(({ key }) => key.credentialId ?? [])
      return names.find((subject) => identityHash({ kind: 'passkey', subject }) === record.identity) ?? null
    },
    async startReauth({ purpose }) {
      const { provider, site } = (await session.read()).session
      const { challenge } = await session.ask(
        (client): Promise<{ challenge: string }> =>
          provider === 'passkey'
            ? client.startPasskeyReauth({ projectId, purpose })
            : client.startReauth({ projectId, site, purpose }),
      )
      reauth = challenge
      return { challenge }
    },
    async exportWords(proof) {
      // Said before anything is shown: who sits at someone else's device cannot export in silence.
      await useGrant(proof, 'export')
      return await holder.withEntropy(wordsOf)
    },
    async deleteAccount(proof) {
      const { device } = await session.read()
      const { deleteAt = deps.now() } = await useGrant(proof, 'delete')
      // Not the share: who signs in before that day has the wallet here as before.
      await store.writeDevice({ ...device, endsAt: deleteAt })
      holder.forget()
      await store.removeSession()
      return { deleteAt }
    },
  }
}

/** Whose wallet a device keeps. */
export function personOf({ email }: SessionRecord, { share }: DeviceRecord): Person {
  if (!share) throw new KitError('unauthorized')
  return { email, evmAddress: share.evmAddress, solanaAddress: share.solanaAddress }
}
