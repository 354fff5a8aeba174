import type { CaipNetworkId, Namespace } from '@billfold/protocol/caip'
import { KitError } from '@billfold/protocol/error'
import { rpcErrorOf } from '@billfold/protocol/rpcError'
import { chainsOf, familyOf, type ProposalNamespaces, proposalNamespaces } from '@billfold/protocol/wc/namespaces'
import { wcInternalError } from '@billfold/protocol/wc/wcErrors'
import { completeKit } from '../completeKit.ts'
import type { Hub } from '../connectors/walletconnect/createHub.ts'
import { addressesOn } from '../connectors/walletconnect/grantedSession.ts'
import type { UniversalProvider } from '../connectors/walletconnect/providerClient.ts'
import { requestWallet } from '../features/account/requestWallet.ts'
import type { Kit } from '../kit.ts'
import { connectedAccount } from '../model/connectedAccount.ts'
import { type Connector, walletConnectId } from '../model/connector.ts'
import type { WcSession } from '../wc/wcSession.ts'
import { forwardEvents, referenceOf, sessionChains } from './sessionChains.ts'

type Listener = (value: never) => void
type Listening = (event: string, listener: Listener) => void
/** Families with a site's request for each; other fields are ignored. */
type Wanted = Readonly<Record<string, { chains?: string[]; methods?: string[]; events?: string[] }>>

/** A session in the shape of WalletConnect's `UniversalProvider`, held by the kit's own client. */
export type KitProvider = Omit<UniversalProvider, 'session' | 'connect' | 'request'> & {
  readonly isWalletConnect: true
  /** The visitor's wallet session. */
  readonly session: WcSession | undefined
  /** The session's grants, with the chain used for requests. */
  readonly namespaces: WcSession['namespaces'] | undefined
  /** The newest link. */
  readonly uri: string | undefined
  /** Proposes a session, and emits its link as `display_uri`; without arguments, the kit's own request. */
  connect(options?: {
    namespaces?: Wanted | undefined
    optionalNamespaces?: Wanted | undefined
  }): Promise<WcSession | undefined>
  /** Cancels the proposal of `connect`. */
  abortPairingAttempt(): void
  /** The session's addresses; proposes a session if there is none. */
  enable(): Promise<string[]>
  /** Sends a request to the wallet, or to the chain's nodes; on the default chain unless another is named. */
  request<T = unknown>(request: { method: string; params?: unknown }, chainId?: string): Promise<T>
  /** Sets the default chain (CAIP-2) of requests. */
  setDefaultChain(chainId: string): void
  once: Listening
  off: Listening
  /** The available part of WalletConnect's `SignClient`: session, metadata, events. */
  readonly client: {
    readonly metadata: Kit['options']['metadata']
    readonly session: {
      readonly length: number
      readonly keys: string[]
      getAll(): WcSession[]
      get(topic: string): WcSession
    }
    on: Listening
    once: Listening
    off: Listening
    removeListener: Listening
  }
}

const providers = new WeakMap<Kit, Promise<KitProvider>>()

/** The kit's own WalletConnect client as a provider for the site; undefined without WalletConnect. Loads its code. */
export async function createKitProvider(kit: Kit): Promise<KitProvider | undefined> {
  if (kit.isDisposed) return undefined
  completeKit(kit)
  const connector = kit.walletConnect?.connectors[0]
  if (!connector) return undefined
  const made = providers.get(kit) ?? loadHub(kit, connector).then((hub) => createProvider(kit, hub))
  providers.set(kit, made)
  made.catch(() => providers.delete(kit)) // another attempt may load it
  return made
}

/** A connector's first request starts the hub. */
async function loadHub({ ports }: Kit, connector: Connector): Promise<Hub> {
  await connector.accounts()
  const hub = (await import('../connectors/walletconnect/createHub.ts')).hubs.get(ports)
  if (!hub) throw new KitError('aborted')
  return hub
}

function createProvider(kit: Kit, hub: Hub): KitProvider {
  const { client } = hub
  const { emit, ...events } = emitter(kit)
  const { chosen, chainsIn, chainOf, present, defaultChain } = sessionChains(kit, client)
  let uri: string | undefined
  let attempt = new AbortController()
  const offered = (link: string) => {
    uri = link
    emit('display_uri', link)
  }
  forwardEvents(kit, client, { chosen, offered, emit })

  const provider: KitProvider = {
    ...events,
    isWalletConnect: true,
    get session() {
      return client.session()
    },
    get namespaces() {
      const session = client.session()
      if (!session) return undefined
      const withChains = Object.entries(session.namespaces).map(([key, entry]) => {
        const defaultChain = referenceOf(chainOf(session, familyOf(key)) ?? '')
        return [key, { ...entry, chains: chainsOf(key, entry), defaultChain }]
      })
      return Object.fromEntries(withChains)
    },
    get uri() {
      return uri
    },
    connect: (options = {}) =>
      withNumbers(kit, async () => {
        attempt.abort()
        attempt = new AbortController()
        const required = wantedOf(options.namespaces)
        const namespaces = wantedOf(options.namespaces, options.optionalNamespaces)
        const offer = {
          signal: attempt.signal,
          onUri: offered,
          required,
          ...(Object.keys(namespaces).length > 0 && { namespaces }),
        }
        const session = await client.propose(offer).catch((e: unknown) => {
          throw KitError.from(e).code === 'timeout'
            ? wcInternalError('expired', 'connect(): no wallet approved in time')
            : e
        })
        hub.take(session)
        return session
      }),
    abortPairingAttempt: () => attempt.abort(),
    enable: () =>
      withNumbers(kit, async () => {
        const session = client.session() ?? (await provider.connect()) ?? present()
        return addressesOn(session, defaultChain(session))
      }),
    disconnect: () => withNumbers(kit, () => hub.disconnect()),
    request: <T>({ method, params }: { method: string; params?: unknown }, chainId?: string) =>
      withNumbers(kit, async () => {
        const session = present()
        // UniversalProvider accepts a family's name for its default chain.
        const chain = chainId?.includes(':') ? chainId : chainId ? chainOf(session, chainId) : defaultChain(session)
        // If the wallet is the kit's, the active account must be the signer.
        const namespace = familyOf(chain ?? '') as Namespace
        const account = connectedAccount(kit.store.get(), namespace)
        const isShown = account?.connectorId === walletConnectId && account.networkId === chain
        const answer = isShown
          ? requestWallet(kit, { method, params, namespace })
          : hub.request((chain ?? chainId) as CaipNetworkId, method, params)
        return (await answer) as T
      }),
    setDefaultChain(chainId) {
      if (!chainsIn(present()).includes(chainId))
        throw wcInternalError('missing_or_invalid', `setDefaultChain(): the wallet did not grant ${chainId}`)
      chosen.set(familyOf(chainId), chainId)
      emit('chainChanged', referenceOf(chainId))
      emit('accountsChanged', addressesOn(present(), chainId))
    },
    client: { ...events, ...signClient(kit, client) },
  }
  return provider
}

/** The session in the shape of WalletConnect's `SignClient`. */
function signClient(kit: Kit, client: Hub['client']): Pick<KitProvider['client'], 'metadata' | 'session'> {
  function all(): WcSession[] {
    const session = client.session()
    return session ? [session] : []
  }
  return {
    metadata: kit.options.metadata,
    session: {
      get length() {
        return client.session() ? 1 : 0
      },
      get keys() {
        return all().map((session) => session.topic)
      },
      getAll: all,
      get(wanted) {
        const session = client.session()
        if (session?.topic !== wanted) throw wcInternalError('no_matching_key', `session: ${wanted}`)
        return session
      },
    },
  }
}

/** Merges a site's request: required namespaces become optional, as WalletConnect does today. */
function wantedOf(...all: (Wanted | undefined)[]): ProposalNamespaces {
  const merged: ProposalNamespaces = {}
  const both = (a: string[] = [], b: string[] = []) => [...new Set([...a, ...b])]
  for (const [key, { chains, methods, events }] of all.flatMap((wanted) => Object.entries(wanted ?? {}))) {
    const before = merged[key]
    merged[key] = {
      ...((chains ?? before?.chains) && { chains: both(before?.chains, chains) }),
      methods: both(before?.methods, methods),
      events: both(before?.events, events),
    }
  }
  const { success, data } = proposalNamespaces.safeParse(merged)
  if (!success) throw wcInternalError('missing_or_invalid', 'connect(): a chain is written as in eip155:1')
  return data
}

/** Runs a provider's request; its errors get numeric codes, which libraries expect. */
async function withNumbers<T>(kit: Kit, run: () => Promise<T>): Promise<T> {
  try {
    if (kit.isDisposed) throw wcInternalError('not_initialized', 'The kit of this provider was disposed of')
    return await run()
  } catch (e) {
    throw rpcErrorOf(e)
  }
}

/** A provider's listeners; isolates those that throw. */
function emitter({ ports: { log } }: Kit) {
  const listeners = new Map<string, Map<Listener, boolean>>()
  const add = (event: string, listener: Listener, isOnce: boolean) => {
    listeners.set(event, (listeners.get(event) ?? new Map<Listener, boolean>()).set(listener, isOnce))
  }
  const off: Listening = (event, listener) => void listeners.get(event)?.delete(listener)
  return {
    on: ((event, listener) => add(event, listener, false)) as Listening,
    once: ((event, listener) => add(event, listener, true)) as Listening,
    off,
    removeListener: off,
    emit(event: string, value: unknown) {
      for (const [listener, isOnce] of [...(listeners.get(event) ?? [])]) {
        if (isOnce) off(event, listener)
        try {
          listener(value as never)
        } catch (e) {
          log.error(`A listener to ${event} failed`, e)
        }
      }
    },
  }
}
