import type { EmbeddedSession } from '@billfold/protocol/embedded/embeddedApi'
import { identityHash } from '@billfold/protocol/embedded/recoveryInfo'
import { KitError } from '@billfold/protocol/error'
import type { Recovery } from './createRecovery.ts'
import { isAddressOf, type Session, type SessionDeps } from './createSession.ts'
import { type DeviceKeys, describeDevice, newDeviceKeys } from './deviceKeys.ts'
import type { DeviceRecord } from './deviceStore.ts'
import type { Login, Wallet } from './wallet.ts'

type Deps = SessionDeps & { session: Session; recovery: Pick<Recovery, 'settle'>; restore: Wallet['restore'] }

type Pending = {
  identity: string
  email: string
  site: string
  keys: DeviceKeys
  challenge: string
  /** The code was right, but the wallet did not open: the same code resumes here. */
  proven?: { code: string; record: EmbeddedSession; device: DeviceRecord }
}

/** Login by an emailed code. */
export function createEmailLogin({ settings, store, session, recovery, restore }: Deps) {
  const { projectId } = settings
  let pending: Pending | undefined

  return {
    forget() {
      pending = undefined
    },
    /** The wallet's own methods. */
    methods: {
      async startEmail({ email, site }: { email: string; site: string }) {
        const identity = identityHash({ kind: 'email', subject: email })
        const known = await store.readSession()
        if (known?.identity === identity) {
          const person = await restore()
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
        return { isMailed: true as const }
      },
      async verifyEmail({ code }: { code: string }): Promise<Login> {
        if (!pending) throw new KitError('not_found')
        const attempt = pending
        const { identity, email, site, keys, challenge } = attempt
        if (attempt.proven?.code !== code) {
          const client = await session.asDevice(keys)
          const verified = await client.verifyEmail({ projectId, challenge, code })
          // Do not believe a server that logs someone else in.
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
    },
  }
}
