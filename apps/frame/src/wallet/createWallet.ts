import type { CodeGrant, EmbeddedSession } from '@billfold/protocol/embedded/embeddedApi'
import { guardianApi, guardianRoutes } from '@billfold/protocol/embedded/guardianApi'
import { identityHash } from '@billfold/protocol/embedded/recoveryInfo'
import { KitError } from '@billfold/protocol/error'
import { wordsOf } from '../vault/deriveWallet.ts'
import { askServer } from './askServer.ts'
import { createChanges } from './createChanges.ts'
import { createFarcaster } from './createFarcaster.ts'
import { createHolder } from './createHolder.ts'
import { createPasskey } from './createPasskey.ts'
import { createRecovery } from './createRecovery.ts'
import { createSession, isAddressOf, type SessionDeps } from './createSession.ts'
import { createSocial } from './createSocial.ts'
import { type DeviceKeys, describeDevice, newDeviceKeys } from './deviceKeys.ts'
import type { DeviceRecord, SessionRecord } from './deviceStore.ts'
import { signWith } from './signWith.ts'
import type { Login, Person, Proof, Wallet } from './wallet.ts'

export type WalletDeps = SessionDeps & {
  /** Resolves after so many milliseconds. */
  wait(ms: number): Promise<void>
}

const weekMs = 7 * 86_400_000

type Pending = {
  identity: string
  email: string
  site: string
  keys: DeviceKeys
  challenge: string
  /** The code was right, and the wallet could not be opened yet: the same code goes on from here. */
  proven?: { code: string; record: EmbeddedSession; device: DeviceRecord }
}

/** A wallet as it lives in the frame's worker. */
export function createWallet(deps: WalletDeps): Wallet {
  const { settings, store } = deps
  const { projectId } = settings
  const session = createSession(deps)
  const guardian = askServer(guardianApi, guardianRoutes, { url: settings.guardianUrl, fetch: deps.fetch })
  const holder = createHolder({ ...deps, session })
  const changes = createChanges({ ...deps, session, guardian, holder })
  const recovery = createRecovery({ ...deps, session, guardian, holder, changes })
  let pending: Pending | undefined
  let reauth: string | undefined
  let change: { email: string; challenge: string } | undefined

  const whoever = async (): Promise<Person | null> => {
    const record = await store.readSession()
    const device = record && (await store.readDevice(record.identity))
    return record && device?.share ? personOf(record, device) : null
  }

  /** Proves who sits here, and has that used up for one thing. */
  const useGrant = async (proof: Proof, purpose: CodeGrant) => {
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
        await holder.fetchShare()
      } catch (error) {
        if (KitError.from(error).code === 'unauthorized') return null
        // A server that is away, forgot this device or is asked too much ends no one's session: the device has its share, and recovery the other.
      }
      const following = changes.followUp()
      // The server names someone else: who it is shows once the wallet has said so.
      if ((await store.readSession())?.claim) await following
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
      pending = { identity, email: email.trim(), site, keys, challenge }
      return { isMailed: true }
    },
    async verifyEmail({ code }): Promise<Login> {
      if (!pending) throw new KitError('not_found')
      const attempt = pending
      const { identity, email, site, keys, challenge } = attempt
      if (attempt.proven?.code !== code) {
        const client = await session.asDevice(keys)
        const verified = await client.verifyEmail({ projectId, challenge, code })
        // A server that logs someone else in is not believed.
        if (verified.identity !== identity) throw new KitError('account_mismatch')
        const device = (await store.readDevice(identity)) ?? { identity, keys }
        await store.writeDevice(device)
        const record = await session.keep(
          isAddressOf(verified.email, identity) ? verified : { ...verified, email },
          site,
        )
        attempt.proven = { code, record, device }
      }
      const { record, device } = attempt.proven!
      const login = await recovery.settle(record, (await store.readDevice(identity)) ?? device)
      if (pending === attempt) pending = undefined
      return login
    },
    ...createSocial({ ...deps, session, recovery }),
    ...createFarcaster({ ...deps, session, recovery }),
    ...createPasskey({ ...deps, session, recovery }),
    startRelease: recovery.startRelease,
    startVouching: recovery.startVouching,
    awaitRelease: recovery.awaitRelease,
    deviceCode: recovery.deviceCode,
    recoverByDevice: recovery.recoverByDevice,
    approveDevice: changes.approveDevice,
    recoverByCode: recovery.recoverByCode,
    recoverByPasskey: recovery.recoverByPasskey,
    ownWays: recovery.ownWays,
    prepare: holder.prepare,
    async sign(request) {
      const signed = await holder.withKeys((keys) => signWith(keys, request))
      void changes.followUp()
      return signed as never
    },
    sponsorPass: async () => (await session.ask((client) => client.getSponsorPass({ projectId }))).pass,
    async signOut() {
      const record = await store.readSession()
      holder.forget()
      pending = undefined
      try {
        if (record) await session.ask((client) => client.endSession({ projectId }))
      } catch {
        // The session ends here whether or not the server hears of it; there it ends by itself.
      }
      // Not the share: any site can end a session, and who comes back to this browser must not be a stranger to their wallet.
      await store.removeSession()
    },
    async forgetDevice() {
      const { device } = await session.read()
      const { deviceId } = device.share ?? {}
      try {
        if (deviceId) await changes.revokeDevice({ deviceId })
      } catch {
        // The wallet's only set stays on the server, or no one could ever recover it. A server that is down or refuses keeps no device from it, either.
      }
      await this.signOut()
      await store.removeDevice(device.identity)
    },
    listDevices: async () => (await session.ask((client) => client.listDevices({ projectId }))).devices,
    async revokeDevice({ deviceId }) {
      // A key that only the other device's set was sealed to would stop to lead back: this one's takes them all first.
      await changes.change({})
      await changes.revokeDevice({ deviceId })
    },
    listRecoveries: changes.listRecoveries,
    newRecoveryCode: changes.newRecoveryCode,
    addPasskey: changes.addPasskey,
    removePasskey: changes.removePasskey,
    readPolicy: changes.readPolicy,
    loosenPolicy: changes.loosenPolicy,
    async readLogin() {
      const { provider = null, email } = (await session.read()).session
      return { provider, email }
    },
    async startEmailChange({ email, passkey }) {
      const { site } = (await session.read()).session
      const [challenge, purpose] = [reauth, 'email' as const]
      if (passkey && !challenge) throw new KitError('not_found')
      const proven =
        passkey &&
        challenge &&
        (await session.ask((client) => client.verifyPasskeyReauth({ projectId, challenge, passkey, purpose })))
      if (proven) reauth = undefined
      const asked = { projectId, email, site, ...(proven && { grant: proven.grant }) }
      const told = await session.ask((client) => client.startEmailChange(asked))
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
      await changes.change({
        ...{ identity, email },
        give: (shares, signed) =>
          session.ask((client) =>
            client.verifyEmailChangeSecondary({ projectId, challenge, code, shares, change: signed }),
          ),
      })
      change = undefined
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
          provider === 'passkey' || purpose === 'email'
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
      const { deleteAt = 0 } = await useGrant(proof, 'delete')
      // Not the share: who signs in before that day has the wallet here as before.
      // By this device's own clock: a server that names an earlier day would have it gone before.
      const endsAt = Math.max(deleteAt, deps.now() + weekMs)
      await store.writeDevice({ ...device, endsAt })
      holder.forget()
      await store.removeSession()
      return { deleteAt: endsAt }
    },
  }
}

/** Whose wallet a device keeps. */
export function personOf({ email }: SessionRecord, { share }: DeviceRecord): Person {
  if (!share) throw new KitError('unauthorized')
  return { email, evmAddress: share.evmAddress, solanaAddress: share.solanaAddress }
}
