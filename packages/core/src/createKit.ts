import type { CaipNetworkId, Namespace } from '@billfold/protocol/caip'
import type { Chains } from './chains/chain.ts'
import type { Connector } from './connectors/connector.ts'
import { infoOf } from './connectors/connector.ts'
import { createConnectors } from './connectors/createConnectors.ts'
import { injectedWallets } from './connectors/injected/injectedWallets.ts'
import { kitWalletConnect } from './connectors/walletconnect/kitWalletConnect.ts'
import { standardWallets } from './connectors/walletStandard/standardWallets.ts'
import { type Accounts, accountsInitial } from './features/account/account.ts'
import { addressCacheKeys } from './features/account/addressCaches.ts'
import { raiseAlert } from './features/alert/raiseAlert.ts'
import { trackEvents } from './features/analytics/trackEvents.ts'
import { followTabs } from './features/connect/followTabs.ts'
import { followWallets } from './features/connect/followWallets.ts'
import { reconnectWallet } from './features/connect/reconnectWallet.ts'
import { modalInitial } from './features/modal/modal.ts'
import { findNetwork, type NetworkState, requestedNamespaces } from './features/network/network.ts'
import { rpcUrlsOf } from './features/network/rpcUrlsOf.ts'
import { type OptionsInput, type Resolved, resolveOptions } from './features/options/resolveOptions.ts'
import type { Api, Kit } from './kit.ts'
import { createLatest } from './latest.ts'
import { persist, type Restored, restore } from './persist.ts'
import { browserPorts } from './ports/browserPorts.ts'
import type { Stop } from './ports/clock.ts'
import type { Ports } from './ports/ports.ts'
import { react } from './reactions.ts'
import { createKitStore } from './store.ts'

export type KitInput = OptionsInput & {
  /** For tests and unusual pages: what the outside lends instead of the browser. */
  ports?: Partial<Ports> | undefined
}

/** Builds a kit: the only place that puts the parts together. It asks no server for anything. */
export function createKit({ ports: lent, ...input }: KitInput): Kit {
  const ports: Ports = { ...browserPorts(), ...lent }
  const resolved = resolveOptions(input, ports.page)
  const restored = restore(ports.storage)
  const network = startNetwork(resolved, restored)
  const isKnown = (namespace: string) => network.requested.some((n) => n.namespace === namespace)
  const remembered = Object.fromEntries(Object.entries(restored.remembered).filter(([n]) => isKnown(n)))
  const store = createKitStore({
    device: ports.page.device(),
    network,
    options: resolved.options,
    theme: { mode: input.themeMode ?? 'dark', variables: input.themeVariables ?? {} },
    modal: { ...modalInitial, embedded: resolved.options.enableEmbedded, open: resolved.options.enableEmbedded },
    recents: restored.recents,
    remembered,
    account: startAccounts(remembered),
  })
  const stops: Stop[] = []
  let isDisposed = false
  const kit: Kit = {
    store,
    latest: createLatest(store),
    api: lazyApi(ports, () => store.get().options),
    chains: chainsFor(isKnown),
    connectors: createConnectors(),
    ports,
    get options() {
      return store.get().options
    },
    get isDisposed() {
      return isDisposed
    },
    endWith: (stop) => void stops.push(stop),
    dispose() {
      isDisposed = true
      for (const stop of stops.splice(0)) stop()
      kit.latest.cancelAll()
      kit.queries?.clear()
    },
  }
  if (Object.keys(remembered).length === 0) for (const key of addressCacheKeys) ports.storage.set(key, undefined)
  stops.push(react(kit), persist(store, ports.storage), followWallets(kit), followTabs(kit), trackEvents(kit))
  stops.push(...discover(kit, isKnown), startWalletConnect(kit))
  if (!resolved.options.projectId) raiseAlert(kit, 'projectMissing', 'pass a projectId to createKit')
  reconnectAll(kit)
  return kit
}

/** Where a page starts: where the visitor last was if that still exists, else where the site says. */
function startNetwork({ networks, defaultNetwork }: Resolved, restored: Restored): NetworkState {
  const last = networks.find((n) => n.networkId === restored.activeNetworkId)
  const start = last ?? defaultNetwork
  const selected: NetworkState['selected'] = {}
  for (const network of networks) selected[network.namespace] ??= network.networkId
  selected[defaultNetwork.namespace] = defaultNetwork.networkId
  selected[start.namespace] = start.networkId
  return { activeNamespace: start.namespace, selected, requested: networks }
}

const startAccounts = (remembered: Restored['remembered']): Accounts => ({
  ...accountsInitial,
  ...Object.fromEntries(
    Object.entries(remembered).map(([namespace, connectorId]) => [namespace, { status: 'reconnecting', connectorId }]),
  ),
})

function chainsFor(isKnown: (namespace: Namespace) => boolean): Chains {
  return {
    ...(isKnown('eip155') ? { eip155: async () => (await import('./chains/eip155/eip155.ts')).eip155 } : {}),
    ...(isKnown('solana') ? { solana: async () => (await import('./chains/solana/solana.ts')).solana } : {}),
  }
}

function discover(kit: Kit, isKnown: (namespace: Namespace) => boolean): Stop[] {
  const found = (connector: Connector) => {
    if (kit.connectors.add(connector)) kit.store.send({ type: 'connector/announced', connector: infoOf(connector) })
  }
  return [
    ...(isKnown('eip155') ? [injectedWallets(kit.ports, kit.options, found)] : []),
    ...(isKnown('solana') ? [standardWallets(kit.ports, found)] : []),
  ]
}

/** WalletConnect for the families of the site; nothing of it is fetched before it is used or remembered. */
function startWalletConnect(kit: Kit): Stop {
  const { enableWalletConnect, relayUrl } = kit.options
  if (!enableWalletConnect || relayUrl === undefined) return () => undefined
  const walletConnect = kitWalletConnect(kit, {
    relayUrl,
    namespaces: requestedNamespaces(kit.store.get()),
    rpcUrls: (chainId) => {
      const network = findNetwork(kit.store.get(), chainId as CaipNetworkId)
      return network && rpcUrlsOf(kit.store.get(), network)
    },
  })
  kit.walletConnect = walletConnect
  for (const connector of walletConnect.connectors) kit.connectors.add(connector)
  return walletConnect.dispose
}

/** The family the visitor was in first, then the others, all at once: one that sleeps delays nobody. */
function reconnectAll(kit: Kit): void {
  const { remembered, network, account } = kit.store.get()
  const waiting = (Object.keys(remembered) as Namespace[]).filter((n) => account[n].status === 'reconnecting')
  waiting.sort((a, b) => Number(b === network.activeNamespace) - Number(a === network.activeNamespace))
  for (const namespace of waiting)
    if (!kit.latest.isRunning(`reconnect/${namespace}`)) void reconnectWallet(kit, { namespace })
}

const calls = [
  'getWallets',
  'getAnalyticsConfig',
  'e',
  'getBalance',
  'getHistory',
  'getIdentity',
  'getNfts',
  'getPrice',
  'getSupportedChains',
] as const satisfies readonly (keyof Api)[]

/** The server's calls, fetched with the first of them. */
function lazyApi(ports: Ports, options: () => Kit['options']): Api {
  let loading: Promise<Api> | undefined
  const load = () => {
    loading ??= import('./createApi.ts').then((m) => m.createApi(ports.http, options))
    // A network that was down for a moment must not be down for good.
    loading.catch(() => {
      loading = undefined
    })
    return loading
  }
  const api: Record<string, unknown> = {}
  for (const name of calls)
    api[name] = async (input: never, signal?: AbortSignal) => (await load())[name](input, signal)
  return api as Api
}
