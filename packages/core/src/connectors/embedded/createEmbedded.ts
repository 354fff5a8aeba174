import type { CaipNetworkId, Namespace } from '@billfold/protocol/caip'
import { type ErrorCode, KitError } from '@billfold/protocol/error'
import { type Connector, type ConnectorEvent, embeddedId, type Session } from '../../model/connector.ts'
import type { Embedded } from '../../model/kitEmbedded.ts'
import { type Retry, retryUntilDone } from '../../ports/retryUntilDone.ts'
import { createFrameAccounts, type FrameAccountsParts } from './createFrameAccounts.ts'
import { createFrameCalls, type FrameCallsParts } from './createFrameCalls.ts'
import { accountsOf, networkIdOf } from './embeddedUser.ts'

/** The embedded wallet's connectors: one login, one frame, an account in each supported family. */
export function createEmbedded(
  namespaces: readonly Namespace[],
  parts: FrameAccountsParts & FrameCallsParts,
): Embedded {
  const { login, ask } = parts
  const listeners = new Map<Namespace, Set<(event: ConnectorEvent) => void>>()
  let leaving: Promise<void> | undefined

  const tell = (namespace: Namespace, event: ConnectorEvent) => {
    for (const listener of [...(listeners.get(namespace) ?? [])]) listener(event)
  }
  const accounts = createFrameAccounts(parts, tell)
  const { users, places, meet, moveTo, settleOn } = accounts
  const calls = createFrameCalls(parts, moveTo, () => void checkLogin())
  const watch = watchFrame(parts, () => {
    if (login.isUsed()) for (const namespace of namespaces) tell(namespace, { type: 'awoke' })
  })
  const ended = () => {
    watch.stop()
    login.forget()
    for (const namespace of [...users.keys()]) {
      users.delete(namespace)
      tell(namespace, { type: 'disconnected' })
    }
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

  /** Checks whether the session is over. */
  async function checkLogin() {
    // If the frame cannot tell, nothing changes.
    const answer = await ask('IS_CONNECTED', undefined).catch(() => undefined)
    if (answer?.isConnected === false) ended()
  }

  /** All families disconnect together, and the frame is notified once. */
  async function disconnect(): Promise<void> {
    watch.stop()
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
        if (silent && away.includes(KitError.from(e).code)) watch.start()
        throw e
      }
    },
    disconnect,
    async request(networkId, method, params, signal) {
      if (method !== 'wallet_switchEthereumChain') return calls.request(networkId, method, params, signal)
      const [{ chainId } = { chainId: '' }] = (params ?? []) as { chainId?: unknown }[]
      await settleOn(namespace, networkIdOf('eip155', Number(chainId)))
      return null
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
    dismiss: calls.dismiss,
    rebooted: accounts.rebooted,
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
    end: watch.stop,
  }
}

/** Errors of an unavailable frame or server. */
const away: readonly ErrorCode[] = ['unavailable', 'timeout', 'internal']

/** Waits for an unavailable frame, which does not log out: once it responds, the wallet is back. */
function watchFrame({ ask, ports }: FrameCallsParts, onReturn: () => void) {
  let seeking: Retry | undefined
  return {
    start() {
      if (seeking) return
      seeking = retryUntilDone(
        ports.clock,
        async () => {
          await ask('IS_CONNECTED', undefined)
          seeking = undefined
          onReturn()
        },
        (e) => ports.log.info('The embedded wallet is still unavailable', e),
      )
      seeking.now()
    },
    stop() {
      seeking?.stop()
      seeking = undefined
    },
  }
}
