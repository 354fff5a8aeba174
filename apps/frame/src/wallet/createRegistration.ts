import type { Client } from '@billfold/protocol/contract'
import type { guardianApi } from '@billfold/protocol/embedded/guardianApi'
import type { RecoveryPolicy } from '@billfold/protocol/embedded/recoveryPolicy'
import { type StatementKeys, signStatement } from '@billfold/protocol/embedded/walletStatement'
import { encodeBase64Url } from '@billfold/protocol/wc/base64'
import { isAddressOf, type Session, type SessionDeps } from './createSession.ts'
import type { KeptShare } from './deviceStore.ts'

type RegistrationDeps = Pick<SessionDeps, 'settings' | 'store' | 'now'> & {
  session: Session
  guardian: Client<typeof guardianApi>
}
type Holding = { walletId: string; deviceId: string; identity: string }
/** This device's ticket for the guardian, and the wallet's last registration there. */
export type GuardianTicket = Holding & {
  ticket: string
  endsAt: number
  registered?: { at: number; policy: RecoveryPolicy } | undefined
}

const dayMs = 86_400_000
const pauseMs = 60_000
/** A ticket that ends sooner than this is replaced before use. */
const soonMs = 60_000

/** The wallet's word to the guardian: whose it is, under which policy, and that it is in use. */
export function createRegistration({ settings, store, session, guardian, now }: RegistrationDeps) {
  const { projectId } = settings
  let triedAt = Number.NEGATIVE_INFINITY

  const requestTicket = async ({ walletId, deviceId, identity }: Holding): Promise<GuardianTicket> => {
    const { ticket, endsInSeconds } = await session.ask((client) => client.getGuardianTicket({ projectId }))
    return { walletId, deviceId, identity, ticket, endsAt: now() + endsInSeconds * 1000 }
  }
  const findStored = async (of: Holding): Promise<GuardianTicket | undefined> => {
    const stored = await store.readTicket()
    const isSame =
      stored?.walletId === of.walletId && stored.deviceId === of.deviceId && stored.identity === of.identity
    return isSame && stored.endsAt - now() > soonMs ? stored : undefined
  }
  /** The terms that the guardian may know: the wallet's charter, if the guardian helps it or did until now. */
  const termsOf = async ({ walletId, deviceId, charter }: KeptShare) => {
    if (charter.identity === null) return undefined
    const of = { walletId, deviceId, identity: charter.identity }
    const { policy } = charter
    const { registered } = (await findStored(of)) ?? {}
    const hasLeft = policy === 'strict' && (!registered || registered.policy === 'strict')
    return hasLeft ? undefined : { of, policy, registered }
  }
  /** A passkey's person is one that the guardian cannot reach. */
  const hasGuardian = async () => (await session.read()).session.provider !== 'passkey'

  return {
    /** A ticket for recovery. A device of the wallet has one at hand, and needs no API for it. */
    async findTicket(of: Holding): Promise<string> {
      return (await findStored(of))?.ticket ?? (await requestTicket(of)).ticket
    },
    /** Once a day, and after each change of person or policy. */
    async isDue(share: KeptShare): Promise<boolean> {
      const terms = await termsOf(share)
      if (!terms || now() - triedAt < pauseMs || !(await hasGuardian())) return false
      const { registered } = terms
      return !registered || registered.policy !== terms.policy || now() - registered.at > dayMs
    },
    /** Registers the wallet; resolves to the guardian's newest key. Wipes the pair's private half. */
    async register({ secretKey, publicKey }: StatementKeys, share: KeptShare): Promise<string | undefined> {
      try {
        const terms = await termsOf(share)
        if (!terms || !(await hasGuardian())) return undefined
        triedAt = now()
        const { of, policy, registered } = terms
        const fresh = await requestTicket(of)
        await store.writeTicket({ ...fresh, registered })
        const { email } = (await session.read()).session
        const statement = { walletId: of.walletId, identity: of.identity, policy, ticket: fresh.ticket }
        const answer = await guardian.registerWallet({
          ...statement,
          ...(email !== null && isAddressOf(email, of.identity) && { email }),
          key: encodeBase64Url(publicKey),
          signature: encodeBase64Url(signStatement(secretKey, statement)),
        })
        await store.writeTicket({ ...fresh, registered: { at: triedAt, policy } })
        return answer.publicKey
      } finally {
        secretKey.fill(0)
      }
    },
  }
}
