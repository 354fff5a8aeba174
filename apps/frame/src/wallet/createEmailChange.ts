import type { PasskeyAnswer } from '@billfold/protocol/embedded/embeddedApi'
import { identityHash } from '@billfold/protocol/embedded/recoveryInfo'
import { KitError } from '@billfold/protocol/error'
import type { Changes } from './createChanges.ts'
import type { Reauth } from './createReauth.ts'
import type { Session, SessionDeps } from './createSession.ts'

type Deps = Pick<SessionDeps, 'settings' | 'store'> & { session: Session; changes: Changes; reauth: Reauth }

/** Changes the email address, or adds the first one. */
export function createEmailChange({ settings, store, session, changes, reauth }: Deps) {
  const { projectId } = settings
  let pending: { email: string; challenge: string } | undefined

  return {
    async startEmailChange({ email, passkey }: { email: string; passkey?: PasskeyAnswer | undefined }) {
      const { site } = (await session.read()).session
      const grant = passkey && (await reauth.grantEmailChange(passkey))
      const request = { projectId, email, site, ...(grant && { grant }) }
      const { challenge, step } = await session.ask((client) => client.startEmailChange(request))
      pending = { email, challenge }
      return { step }
    },
    async verifyOldEmail({ code }: { code: string }) {
      const before = pending
      if (!before) throw new KitError('not_found')
      const old = { projectId, challenge: before.challenge, code }
      const { challenge } = await session.ask((client) => client.verifyEmailChangePrimary(old))
      pending = { ...before, challenge }
    },
    async verifyNewEmail({ code }: { code: string }) {
      if (!pending) throw new KitError('not_found')
      const { email, challenge } = pending
      const { session: record } = await session.read()
      if (record.provider) {
        // A social login or a passkey identifies the person, so no share is bound to the address: it only gets mail.
        await session.ask((client) => client.verifyEmailChangeSecondary({ projectId, challenge, code }))
        pending = undefined
        await store.writeSession({ ...record, email })
        return { email }
      }
      const identity = identityHash({ kind: 'email', subject: email })
      await changes.change({
        ...{ identity, email },
        send: (shares, signed) =>
          session.ask((client) =>
            client.verifyEmailChangeSecondary({ projectId, challenge, code, shares, change: signed }),
          ),
      })
      pending = undefined
      return { email }
    },
  }
}
