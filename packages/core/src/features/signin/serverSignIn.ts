import { networkOf } from '@billfold/protocol/caip'
import type { Output } from '@billfold/protocol/contract'
import { KitError } from '@billfold/protocol/error'
import { sameAddress } from '@billfold/protocol/sameAddress'
import type { authApi, SignedIn } from '@billfold/protocol/signin/authApi'
import type { Kit } from '../../kit.ts'
import { caipAddressOf, connectedAccount } from '../../model/connectedAccount.ts'
import type { SiwxSession } from '../../model/siwx.ts'
import type { State } from '../../model/state.ts'
import { authClient, type RequestAuth } from './authClient.ts'
import type { SiwxBody } from './LazySiwx.ts'
import { type MessageOptions, makeMessage } from './makeMessage.ts'
import { storedTokens, type Token } from './storedTokens.ts'

/** How long before expiry a token is renewed. */
const earlyMs = 60_000

export type ServerKeys = { authKey: string; nonceKey: string }
export type ServerSignIn = SiwxBody & {
  /** A valid token of the active account; undefined if it is not signed in. */
  token(): Promise<string | undefined>
  /** The server's data on the active account. */
  account(): Promise<unknown>
  setMetadata(metadata: Record<string, string | number | boolean | null>): Promise<void>
  /** The active account's sign-ins on all devices. */
  signIns(): Promise<readonly OwnSignIn[]>
  endSignIn(id: string): Promise<void>
}
/** A device or browser that an account is signed in on. */
export type OwnSignIn = Output<typeof authApi, 'listSignIns'>['signIns'][number]

/** Signs visitors in with the server's `/auth/v1`: its nonces, verdicts and tokens; several accounts at once. */
export function serverSignIn(kit: Kit, { authKey, nonceKey, ...options }: MessageOptions & ServerKeys): ServerSignIn {
  const { clock, storage } = kit.ports
  const ask = authClient(kit)
  const kept = storedTokens(storage, authKey)
  const bearer = (token: string) => ({ Authorization: `Bearer ${token}` })
  const nonceTokens = new Map<string, string>()
  const renew = tokenRenewal(kit, authKey, kept, ask)

  async function authenticate(session: SiwxSession): Promise<void> {
    const { message, signature, data } = session
    const info = walletInfoOf(kit.store.get())
    // Another tab may have requested its own nonce meanwhile.
    const nonceToken = nonceTokens.get(data.nonce) ?? storage.get(nonceKey)
    const signedIn = await ask(
      'authenticate',
      { message, signature, clientId: null, ...(info ? { walletInfo: info } : {}) },
      nonceToken ? { 'x-nonce-jwt': `Bearer ${nonceToken}` } : {},
    )
    storage.set(nonceKey, undefined)
    nonceTokens.clear()
    // A combined connect signature contains more than the kit needs to store.
    kept.add(tokenOf({ data, message, signature }, signedIn, clock.now()))
  }

  const present = async (token: Token | undefined): Promise<Token | undefined> =>
    token && token.endsAt - clock.now() <= earlyMs ? renew(token) : token

  const current = () => {
    const account = caipAddressOf(kit.store.get())
    return present(account && kept.of(networkOf(account), account.slice(networkOf(account).length + 1)))
  }

  /** Drops a sign-in locally, then tells the server in the background. It accepts only a valid token. */
  function end({ token, refreshToken, endsAt, session }: Token): void {
    kept.remove(session.data.chainId, session.data.accountAddress)
    const tell = async () => {
      const live = endsAt > clock.now() ? token : (await ask('refresh', { refreshToken })).token
      await ask('signOut', {}, bearer(live))
    }
    tell().catch((e: unknown) => kit.ports.log.info('Could not sign out on the server', e))
  }

  async function held(): Promise<Token> {
    const token = await current()
    if (!token) throw new KitError('unauthorized', { message: 'Not signed in with this account' })
    return token
  }

  return {
    async createMessage(input) {
      const { accountAddress, chainId } = input
      const account = accountAddress ? { address: accountAddress, chainId } : {}
      const { nonce, token } = await ask('nonce', account)
      storage.set(nonceKey, token)
      nonceTokens.clear()
      nonceTokens.set(nonce, token)
      return makeMessage(kit, options, { ...input, nonce })
    },
    addSession: authenticate,
    async setSessions(sessions) {
      const network = caipAddressOf(kit.store.get())
      // A nonce is valid for one of them: the active network's.
      const session = sessions.find(({ data }) => network?.startsWith(`${data.chainId}:`)) ?? sessions[0]
      const before = kept.all()
      if (session) await authenticate(session)
      for (const each of before) if (!isReplaced(each, session)) end(each)
    },
    async revokeSession(chainId, address) {
      const token = kept.of(chainId, address)
      if (token) end(token)
    },
    async getSessions(chainId, address) {
      const token = await present(kept.of(chainId, address))
      if (!token) return []
      kept.use(token)
      // Queried again in time to renew it.
      const expirationTime = new Date(Math.max(token.endsAt - earlyMs, clock.now() + 1000)).toISOString()
      return [{ ...token.session, data: { ...token.session.data, expirationTime } }]
    },
    token: async () => (await current())?.token,
    account: async () => ask('me', {}, bearer((await held()).token)),
    async setMetadata(metadata) {
      await ask('updateUserMetadata', { metadata }, bearer((await held()).token))
    },
    signIns: async () => (await ask('listSignIns', {}, bearer((await held()).token))).signIns,
    async endSignIn(id) {
      await ask('endSignIn', { id }, bearer((await held()).token))
    },
  }
}

const tokenOf = (session: SiwxSession, { token, refreshToken, expiresIn }: SignedIn, now: number): Token => ({
  session,
  token,
  refreshToken,
  endsAt: now + expiresIn * 1000,
})

/**
 * Renews tokens: one that the server no longer knows becomes undefined. One tab at a time, since each refresh token is
 * single-use.
 */
function tokenRenewal(kit: Kit, authKey: string, kept: ReturnType<typeof storedTokens>, ask: RequestAuth) {
  const { clock, page } = kit.ports
  const renewing = new Map<string, Promise<Token | undefined>>()
  return (old: Token): Promise<Token | undefined> => {
    const { chainId, accountAddress } = old.session.data
    const key = `${chainId}:${accountAddress}`
    const run = async () => {
      // Another tab may have renewed it.
      const now = kept.of(chainId, accountAddress)
      if (!now || now.endsAt - clock.now() > earlyMs) return now
      try {
        const next = tokenOf(now.session, await ask('refresh', { refreshToken: now.refreshToken }), clock.now())
        kept.add(next)
        return next
      } catch (e) {
        if (KitError.from(e).code === 'unauthorized') {
          kept.remove(chainId, accountAddress)
          return undefined
        }
        // The server is down: keep using a token that is still valid.
        if (now.endsAt > clock.now()) return now
        throw e
      }
    }
    const known = renewing.get(key)
    if (known) return known
    const work = alone(page.global('navigator'), `${authKey}:${key}`, run).finally(() => renewing.delete(key))
    renewing.set(key, work)
    return work
  }
}

const isReplaced = ({ session }: Token, by: SiwxSession | undefined): boolean =>
  by !== undefined &&
  by.data.chainId === session.data.chainId &&
  sameAddress(by.data.chainId, by.data.accountAddress, session.data.accountAddress)

type Locks = { request<T>(name: string, run: () => Promise<T>): Promise<T> }

/** Runs it exclusively across tabs, if the browser supports locks. */
function alone<T>(navigator: unknown, name: string, run: () => Promise<T>): Promise<T> {
  const { locks } = (navigator ?? {}) as { locks?: Locks }
  return typeof locks?.request === 'function' ? locks.request(name, run) : run()
}

/** The active account's wallet, as AppKit describes it to its server. */
function walletInfoOf(state: State) {
  const account = connectedAccount(state)
  const connector = state.connectors.find(
    ({ id, namespace }) => id === account?.connectorId && namespace === state.network.activeNamespace,
  )
  if (!account || !connector) return undefined
  const { login } = account.accounts.find(({ address }) => address === account.address) ?? account.accounts[0]
  if (connector.type === 'AUTH')
    return { type: 'social' as const, ...(login ? { social: login.social, identifier: login.identifier } : {}) }
  if (connector.type === 'WALLET_CONNECT')
    return { type: 'walletconnect' as const, name: state.walletConnect.peer?.name ?? connector.name }
  // The page already has its icon, which is often too long for servers.
  return { type: 'extension' as const, name: connector.name }
}
