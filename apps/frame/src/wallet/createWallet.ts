import { createRecovery } from './createRecovery.ts'

// The bundle has this order of modules, and compresses 0.4 KiB better with recovery first.

import { guardianApi, guardianRoutes } from '@billfold/protocol/embedded/guardianApi'
import { KitError } from '@billfold/protocol/error'
import { wordsOf } from '../vault/deriveWallet.ts'
import { createChanges } from './createChanges.ts'
import { createEmailChange } from './createEmailChange.ts'
import { createEmailLogin } from './createEmailLogin.ts'
import { createFarcaster } from './createFarcaster.ts'
import { createHolder } from './createHolder.ts'
import { createPasskey } from './createPasskey.ts'
import { createReauth } from './createReauth.ts'
import { createServerClient } from './createServerClient.ts'
import { createSession, type SessionDeps } from './createSession.ts'
import { createSocial } from './createSocial.ts'
import type { DeviceRecord, SessionRecord } from './deviceStore.ts'
import { signWith } from './signWith.ts'
import type { Person, Wallet } from './wallet.ts'

type WalletDeps = SessionDeps & {
  wait(ms: number): Promise<void>
}

const weekMs = 7 * 86_400_000

/** The wallet in the frame's worker. */
export function createWallet(deps: WalletDeps): Wallet {
  const { settings, store } = deps
  const { projectId } = settings
  const session = createSession(deps)
  const guardian = createServerClient(guardianApi, guardianRoutes, { url: settings.guardianUrl, fetch: deps.fetch })
  const holder = createHolder({ ...deps, session })
  const changes = createChanges({ ...deps, session, guardian, holder })
  const recovery = createRecovery({ ...deps, session, guardian, holder, changes })
  const reauth = createReauth({ settings, session })

  const readPerson = async (): Promise<Person | null> => {
    const record = await store.readSession()
    const device = record && (await store.readDevice(record.identity))
    return record && device?.share ? personOf(record, device) : null
  }

  const restore = async (): Promise<Person | null> => {
    const record = await store.readSession()
    if (!record) return null
    try {
      // A cheap call that fails if the session was ended from elsewhere.
      await holder.fetchShare()
    } catch (error) {
      if (KitError.from(error).code === 'unauthorized') return null
      // No other failure ends the session: the device has its share, and recovery the other.
    }
    const following = changes.followUp()
    // The server names someone else: only the wallet's charter can confirm that.
    if ((await store.readSession())?.claim) await following
    return await readPerson()
  }

  const emailLogin = createEmailLogin({ ...deps, session, recovery, restore })

  const signOut = async (): Promise<void> => {
    const record = await store.readSession()
    holder.forget()
    emailLogin.forget()
    try {
      if (record) await session.ask((client) => client.endSession({ projectId }))
    } catch {
      // The session ends here in any case; on the server it expires.
    }
    // Keep the share: any site can end a session, and the person must still reach their wallet in this browser.
    await store.removeSession()
  }

  return {
    restore,
    ...emailLogin.methods,
    ...createSocial({ ...deps, session, recovery }),
    ...createFarcaster({ ...deps, session, recovery }),
    ...createPasskey({ ...deps, session, recovery }),
    ...recovery.methods,
    prepare: holder.prepare,
    async sign(request) {
      const signed = await holder.withKeys((keys) => signWith(keys, request))
      void changes.followUp()
      return signed as never
    },
    sponsorPass: async () => (await session.ask((client) => client.getSponsorPass({ projectId }))).pass,
    signOut,
    async forgetDevice() {
      const { device } = await session.read()
      const { deviceId } = device.share ?? {}
      try {
        if (deviceId) await changes.revokeDevice({ deviceId })
      } catch {
        // The server keeps the wallet's only set. Forget this device even if the server is down or refuses.
      }
      await signOut()
      await store.removeDevice(device.identity)
    },
    listDevices: async () => (await session.ask((client) => client.listDevices({ projectId }))).devices,
    async revokeDevice({ deviceId }) {
      // First encrypt this device's set to every key, including those that only the other device's set has.
      await changes.change({})
      await changes.revokeDevice({ deviceId })
    },
    ...changes.methods,
    async readLogin() {
      const { provider = null, email } = (await session.read()).session
      return { provider, email }
    },
    ...createEmailChange({ ...deps, session, changes, reauth }),
    ...reauth.methods,
    async exportWords(proof) {
      // The server notifies the owner first: no one exports unnoticed from someone else's device.
      await reauth.consumeGrant(proof, 'export')
      return await holder.withEntropy(wordsOf)
    },
    async deleteAccount(proof) {
      const { device } = await session.read()
      const { deleteAt = 0 } = await reauth.consumeGrant(proof, 'delete')
      // Keep the share: a login before that day restores the wallet here.
      // By this device's own clock: a server must not bring the day forward.
      const endsAt = Math.max(deleteAt, deps.now() + weekMs)
      await store.writeDevice({ ...device, endsAt })
      holder.forget()
      await store.removeSession()
      return { deleteAt: endsAt }
    },
  }
}

/** The owner of a device's wallet. */
function personOf({ email }: SessionRecord, { share }: DeviceRecord): Person {
  if (!share) throw new KitError('unauthorized')
  return { email, evmAddress: share.evmAddress, solanaAddress: share.solanaAddress }
}
