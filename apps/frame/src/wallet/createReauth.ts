import type { CodeGrant, GrantPurpose, PasskeyAnswer } from '@billfold/protocol/embedded/embeddedApi'
import { identityHash } from '@billfold/protocol/embedded/recoveryInfo'
import { KitError } from '@billfold/protocol/error'
import type { Session, SessionDeps } from './createSession.ts'
import type { Proof } from './wallet.ts'

type Deps = Pick<SessionDeps, 'settings'> & { session: Session }

/** Re-authentication of the person at this device, before anything that only they may do. */
export function createReauth({ settings, session }: Deps) {
  const { projectId } = settings
  let pending: string | undefined

  return {
    /** Re-authenticates, and uses the grant up for one purpose. */
    async consumeGrant(proof: Proof, purpose: CodeGrant) {
      const challenge = pending
      if (!challenge) throw new KitError('not_found')
      const of = { projectId, challenge, purpose }
      const { grant } = await session.ask((client) =>
        'code' in proof ? client.verifyReauth({ ...of, ...proof }) : client.verifyPasskeyReauth({ ...of, ...proof }),
      )
      pending = undefined
      return await session.ask((client) => client.useGrant({ projectId, grant, purpose }))
    },
    /** Re-authenticates by passkey for a first email address. */
    async grantEmailChange(passkey: PasskeyAnswer): Promise<string> {
      const challenge = pending
      if (!challenge) throw new KitError('not_found')
      const { grant } = await session.ask((client) =>
        client.verifyPasskeyReauth({ projectId, challenge, passkey, purpose: 'email' }),
      )
      pending = undefined
      return grant
    },
    /** The wallet's own methods. */
    methods: {
      async reauthPasskey() {
        const { session: record, device } = await session.read()
        if (record.provider !== 'passkey') return null
        const names = (device.share?.recoveries ?? []).flatMap(({ key }) => key.credentialId ?? [])
        return names.find((subject) => identityHash({ kind: 'passkey', subject }) === record.identity) ?? null
      },
      async startReauth({ purpose }: { purpose: GrantPurpose }) {
        const { provider, site } = (await session.read()).session
        const { challenge } = await session.ask(
          (client): Promise<{ challenge: string }> =>
            provider === 'passkey' || purpose === 'email'
              ? client.startPasskeyReauth({ projectId, purpose })
              : client.startReauth({ projectId, site, purpose }),
        )
        pending = challenge
        return { challenge }
      },
    },
  }
}
export type Reauth = ReturnType<typeof createReauth>
