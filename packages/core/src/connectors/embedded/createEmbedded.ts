import { type CaipNetworkId, type Namespace, parseCaipNetworkId } from '@billfold/protocol/caip'
import { type ErrorCode, KitError } from '@billfold/protocol/error'
import type { FrameClient } from '@billfold/protocol/frame/createFrameClient'
import { permissionOf } from '@billfold/protocol/frame/frameRpc'
import { type Connector, type ConnectorEvent, embeddedId, type Session } from '../../model/connector.ts'
import type { AccountKind, Embedded, LoginStorage } from '../../model/kitEmbedded.ts'
import type { Ports } from '../../ports/ports.ts'
import { type Retry, retryUntilDone } from '../../ports/retryUntilDone.ts'
import { withDeadline } from '../../ports/withDeadline.ts'
import { accountsOf, chainIdOf, type EmbeddedUser, networkIdOf } from './embeddedUser.ts'
import { solanaRequests } from './solanaRequests.ts'

/** Callbacks to the kit: the person is prompted, has responded, or a method is unsupported. */
export type EmbeddedCallbacks =
  | { type: 'embedded/approvalAsked'; method: string }
  | { type: 'embedded/approvalEnded' }
  | { type: 'embedded/methodRefused'; method: string }

export type EmbeddedParts = {
  ports: Pick<Ports, 'clock' | 'log'>
  login: LoginStorage
  ask: FrameClient['ask']
  /** Which of a family's two accounts to use: the person's choice, otherwise the site's. */
  preferred: (namespace: Namespace) => AccountKind | undefined
  announce: (event: EmbeddedCallbacks) => void
}

const safeDeadlineMs = 30_000

/** The embedded wallet's connectors: one login, one frame, an account in each supported family. */
export function createEmbedded(namespaces: readonly Namespace[], parts: EmbeddedParts): Embedded {
  const { login, ask, ports } = parts
  const users = new Map<Namespace, EmbeddedUser>()
  const listeners = new Map<Namespace, Set<(event: ConnectorEvent) => void>>()
  const pending = new Set<AbortController>()
  /** Each family's network, and the frame's: it has one chain at a time, for all families. */
  const places = new Map<Namespace, CaipNetworkId>()
  let current: CaipNetworkId | undefined
  let leaving: Promise<void> | undefined
  let moving: Promise<unknown> = Promise.resolve()

  const tell = (namespace: Namespace, event: ConnectorEvent) => {
    for (const listener of [...(listeners.get(namespace) ?? [])]) listener(event)
  }
  /** An unavailable frame does not log out: once it responds, the wallet is back. */
  let seeking: Retry | undefined
  const seekFrame = () => {
    if (seeking) return
    seeking = retryUntilDone(
      ports.clock,
      async () => {
        await ask('IS_CONNECTED', undefined)
        seeking = undefined
        if (login.isUsed()) for (const namespace of namespaces) tell(namespace, { type: 'awoke' })
      },
      (e) => ports.log.info('The embedded wallet is still unavailable', e),
    )
    seeking.now()
  }
  const stopSeeking = () => {
    seeking?.stop()
    seeking = undefined
  }
  const ended = () => {
    stopSeeking()
    login.forget()
    for (const namespace of [...users.keys()]) {
      users.delete(namespace)
      tell(namespace, { type: 'disconnected' })
    }
  }

  async function meet(namespace: Namespace, networkId: CaipNetworkId, signal?: AbortSignal): Promise<EmbeddedUser> {
    const preferredAccountType = parts.preferred(namespace)
    const user = await ask(
      'GET_USER',
      { chainId: chainIdOf(networkId), ...(preferredAccountType ? { preferredAccountType } : {}) },
      signal,
    )
    users.set(namespace, user)
    places.set(namespace, networkIdOf(namespace, user.chainId))
    // Whether the frame switched is unknown: the next request states its chain.
    current = undefined
    login.set('used', 'true')
    if (user.email) login.set('email', user.email)
    login.set('chain', String(user.chainId))
    login.set('mailedAt', undefined)
    return user
  }

  async function connect(namespace: Namespace, networkId: CaipNetworkId, signal: AbortSignal): Promise<Session> {
    const { isConnected } = await ask('IS_CONNECTED', undefined, signal)
    if (!isConnected) {
      ended()
      throw new KitError('unauthorized', { message: 'Not logged in to the embedded wallet' })
    }
    const user = await meet(namespace, networkId, signal)
    return {
      accounts: accountsOf(user, login),
      networkId: places.get(namespace) ?? networkId,
      approvedNetworkIds: [],
      supportsAllNetworks: true,
    }
  }

  /** Sequential, so that no family's request runs on another's chain. */
  function moveTo(networkId: CaipNetworkId): Promise<void> {
    const move = moving.then(async () => {
      if (current === networkId) return
      const { chainId } = await ask('SWITCH_NETWORK', { chainId: chainIdOf(networkId) })
      if (String(chainId) !== String(chainIdOf(networkId)))
        throw new KitError('chain_disconnected', { message: 'The wallet did not switch chains' })
      current = networkId
      places.set(parseCaipNetworkId(networkId).namespace, networkId)
      login.set('chain', String(chainId))
    })
    moving = move.catch(() => undefined)
    return move
  }

  /** Switches networks. A smart account's address may differ there, so reads it again. */
  async function settleOn(namespace: Namespace, networkId: CaipNetworkId): Promise<void> {
    const before = users.get(namespace)
    const user = before && (await meet(namespace, networkId))
    await moveTo(networkId)
    tell(namespace, { type: 'networkChanged', networkId })
    if (user && JSON.stringify(user) !== JSON.stringify({ ...before, chainId: user.chainId }))
      tell(namespace, { type: 'accountsChanged', accounts: accountsOf(user, login) })
  }

  async function call(networkId: CaipNetworkId, method: string, params: unknown, signal?: AbortSignal) {
    const permission = permissionOf(method)
    if (permission === 'refused') {
      ports.log.error('Requested RPC call is not allowed', method)
      parts.announce({ type: 'embedded/methodRefused', method })
      throw new KitError('wallet_method_unsupported', { message: 'Action not allowed' })
    }
    await moveTo(networkId)
    const rpc = { method, ...(params === undefined ? {} : { params }) }
    if (permission === 'safe') return withDeadline(ports.clock, safeDeadlineMs, ask('RPC_REQUEST', rpc, signal))
    const stop = new AbortController()
    const abort = () => stop.abort()
    signal?.addEventListener('abort', abort)
    pending.add(stop)
    parts.announce({ type: 'embedded/approvalAsked', method })
    try {
      return await ask('RPC_REQUEST', rpc, stop.signal)
    } catch (e) {
      // Closing the wallet's window is a rejection, with the code that sites expect.
      if (KitError.from(e).code === 'aborted') throw new KitError('user_rejected', { message: 'Request was aborted' })
      if (KitError.from(e).code === 'unauthorized') void checkLogin()
      throw e
    } finally {
      signal?.removeEventListener('abort', abort)
      pending.delete(stop)
      parts.announce({ type: 'embedded/approvalEnded' })
    }
  }

  /** Checks whether the session is over. */
  async function checkLogin() {
    // If the frame cannot tell, nothing changes.
    const answer = await ask('IS_CONNECTED', undefined).catch(() => undefined)
    if (answer?.isConnected === false) ended()
  }

  const connectorOf = (namespace: Namespace): Connector => ({
    id: embeddedId,
    name: 'AUTH',
    type: 'AUTH',
    namespace,
    linked: true,
    async connect({ silent, networkId, signal }) {
      if (silent && !login.isUsed()) throw new KitError('unauthorized', { message: 'Not logged in' })
      try {
        return await connect(namespace, networkId, signal)
      } catch (e) {
        if (silent && away.includes(KitError.from(e).code)) seekFrame()
        throw e
      }
    },
    async disconnect() {
      // All families disconnect together, and the frame is notified once.
      stopSeeking()
      if (!login.isUsed() && !leaving) return
      login.forget()
      users.clear()
      leaving ??= ask('SIGN_OUT', undefined).then(
        () => (leaving = undefined),
        (e) => {
          leaving = undefined
          throw e
        },
      ) as Promise<void>
      await leaving
    },
    async request(networkId, method, params, signal) {
      if (method === 'eth_chainId') return `0x${Number(chainIdOf(networkId)).toString(16)}`
      if (method === 'wallet_switchEthereumChain') {
        const [{ chainId } = { chainId: '' }] = (params ?? []) as { chainId?: unknown }[]
        const next = networkIdOf('eip155', Number(chainId))
        await settleOn(namespace, next)
        return null
      }
      if (method === 'eth_sendTransaction') return call(networkId, method, onChain(networkId, params), signal)
      const encoded = Object.hasOwn(solanaRequests, method) && solanaRequests[method]!((params ?? {}) as never)
      if (!encoded) return call(networkId, method, params, signal)
      return encoded.read(await call(networkId, method, encoded.params, signal))
    },
    async accounts() {
      const user = users.get(namespace)
      return user ? accountsOf(user, login) : []
    },
    switchNetwork: ({ networkId }) => settleOn(namespace, networkId),
    on(listener) {
      const own = listeners.get(namespace) ?? new Set()
      listeners.set(namespace, own.add(listener))
      return () => void own.delete(listener)
    },
  })

  return {
    connectors: namespaces.map(connectorOf),
    dismiss() {
      for (const stop of pending) stop.abort()
    },
    rebooted() {
      current = undefined
    },
    async refresh(preferred) {
      if (preferred) {
        const place = places.get(preferred.namespace)
        if (place) await moveTo(place)
        await ask('SET_PREFERRED_ACCOUNT', { type: preferred.type })
        login.set('preferred', preferred.type)
      }
      for (const [namespace, networkId] of places) {
        if (!users.has(namespace) || (preferred && preferred.namespace !== namespace)) continue
        const user = await meet(namespace, networkId)
        tell(namespace, { type: 'accountsChanged', accounts: accountsOf(user, login) })
      }
    },
    end: stopSeeking,
  }
}

/** Errors of an unavailable frame or server. */
const away: readonly ErrorCode[] = ['unavailable', 'timeout', 'internal']

/** Signed data names its chain, so that it cannot be sent on another by mistake. */
const onChain = (networkId: CaipNetworkId, params: unknown): unknown => {
  const [transaction, ...rest] = (Array.isArray(params) ? params : []) as Record<string, unknown>[]
  const chainId = `0x${Number(chainIdOf(networkId)).toString(16)}`
  return transaction && transaction.chainId === undefined ? [{ ...transaction, chainId }, ...rest] : params
}
