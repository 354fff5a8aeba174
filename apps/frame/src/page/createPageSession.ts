import { normalizeEmail } from '@billfold/protocol/embedded/recoveryInfo'
import { KitError } from '@billfold/protocol/error'
import type { Login, Person, RecoveryWay, Wallet } from '../wallet/wallet.ts'
import type { Smart } from './createSmart.ts'
import type { EmailSites } from './emailSites.ts'
import { chainIdOf, type FrameNetwork, frameNetwork } from './frameNetwork.ts'

type Namespace = FrameNetwork['namespace']
export type PageSessionDeps = {
  wallet: Pick<Wallet, 'restore'>
  smart: Smart
  emailSites: EmailSites
  origin: string
  chainId: string
}

/** State of one page: its person, active networks and accounts, and whether it may see the email address. */
export function createPageSession({ wallet, smart, emailSites, origin, chainId }: PageSessionDeps) {
  let active = frameNetwork(chainId)
  const chosen = new Map<Namespace, FrameNetwork>([[active.namespace, active]])

  const session = {
    person: undefined as Person | undefined,
    /** An incomplete login: the device needs a recovery, or the first recovery code must be shown. */
    pendingLogin: undefined as { ways: readonly RecoveryWay[] } | { person: Person; code: string } | undefined,
    /** The normalized address that the visitor typed into this page: no secret to it. */
    typedEmail: undefined as string | undefined,

    async findPerson(): Promise<Person | null> {
      session.person ??= (await wallet.restore()) ?? undefined
      return session.person ?? null
    },
    async requirePerson(): Promise<Person> {
      const person = await session.findPerson()
      if (!person) throw new KitError('unauthorized')
      return person
    },
    /** Takes over a login; false if it is not complete yet. */
    enter(login: Login): boolean {
      const isIn = 'person' in login && login.code === undefined
      if (isIn) session.person = login.person
      session.pendingLogin = isIn ? undefined : 'ways' in login ? login : { person: login.person, code: login.code! }
      return isIn
    },
    /** The email address if this site may see it: the visitor typed it into its page, or agreed. */
    emailFor({ email, evmAddress }: Person): string | null {
      if (!email) return null
      if (normalizeEmail(email) === session.typedEmail) emailSites.add(evmAddress, origin)
      return emailSites.list(evmAddress).includes(origin) ? email : null
    },
    activeNetwork: () => active,
    network: (namespace: Namespace) => chosen.get(namespace),
    chooseNetwork(id: string | number) {
      active = frameNetwork(id)
      chosen.set(active.namespace, active)
    },
    /** The person on the network of this request: a site's families connect at once, and each moves the active network. */
    async readUser(network = active) {
      const person = await session.requirePerson()
      const own = network.namespace === 'eip155' ? person.evmAddress : person.solanaAddress
      const account = await smart.accountOn(network, person.evmAddress)
      const isSmart = account !== undefined && smart.preferred() === 'smartAccount'
      return {
        ...{
          email: session.emailFor(person),
          address: isSmart ? account.address : own,
          chainId: chainIdOf(network),
        },
        accounts: [
          { address: own, type: 'eoa' as const },
          ...(account ? [{ address: account.address, type: 'smartAccount' as const }] : []),
        ],
        smartAccountDeployed: isSmart && (await smart.isDeployed(account)),
        preferredAccountType: isSmart ? ('smartAccount' as const) : ('eoa' as const),
      }
    },
  }
  return session
}
export type PageSession = ReturnType<typeof createPageSession>
