import type { CaipNetworkId, Namespace } from '@billfold/protocol/caip'
import { kitWalletConnect } from './connectors/walletconnect/kitWalletConnect.ts'
import type { LentClient } from './connectors/walletconnect/walletConnectConnectors.ts'
import { forgetAddresses } from './features/account/forgetAddresses.ts'
import { trackEvents } from './features/analytics/trackEvents.ts'
import { followTabs } from './features/connect/followTabs.ts'
import { followWallets } from './features/connect/followWallets.ts'
import { reconnectWallet } from './features/connect/reconnectWallet.ts'
import { restoreConnections } from './features/connect/restoreConnections.ts'
import { deferredFeatures } from './features/deferredFeatures.ts'
import { features } from './features/features.ts'
import type { Kit } from './kit.ts'
import { type ConnectRequest, embeddedId } from './model/connector.ts'
import { findNetwork, requestedNamespaces } from './model/findNetwork.ts'
import { rpcUrlsOf } from './model/rpcUrlsOf.ts'
import type { State } from './model/state.ts'
import type { Stop } from './ports/clock.ts'
import { alertLater } from './reactions/alertLater.ts'
import { startReactions } from './reactions/startReactions.ts'
import type { DeferredFeatures } from './store/feature.ts'
import { restore, rowsOf } from './store/persist.ts'
import type { EventArgs } from './store/store.ts'
import { syncTabs } from './store/syncTabs.ts'
import { relaysOf } from './wc/relays.ts'

const rows = rowsOf(deferredFeatures)
const loadLate = () => import('./reactions/deferredStarts.ts')

const complete = new WeakSet<Kit>()

/**
 * Completes a kit: adds the flows' slices with their stored state, reactions, listeners for wallets and other tabs, and
 * WalletConnect, and reconnects earlier wallets. A button needs none of this, so an idle page does not load it
 * (`createKit` decides when); idempotent.
 */
export function completeKit(kit: Kit): void {
  if (complete.has(kit) || kit.isDisposed) return
  complete.add(kit)
  const { store, ports } = kit
  if (Object.keys(store.get().remembered).length === 0) forgetAddresses(kit)
  const { activeNetworkId: _, ...slices } = restore(ports.storage, rows)
  const missed = store.takeMissed()
  store.add(deferredFeatures, caughtUp({ ...store.get(), ...slices }, missed))
  const stops = [syncTabs(store, ports.storage, rows), followWallets(kit), followTabs(kit)]
  stops.push(startWalletConnect(kit))
  for (const stop of [...stops, startReactions(kit, missed), trackEvents(kit, missed)]) kit.endWith(stop)
  if (!kit.options.projectId) alertLater(kit)
  if (kit.options.siwx)
    void loadLate()
      .then((m) => m.loadSignIn(kit))
      .catch(ports.log.error)
  reconnectAll(kit)
}

/** Initial slices of deferred reducers, after replaying missed events. */
function caughtUp(state: State, missed: readonly EventArgs[]): Partial<State> {
  const slices: Partial<State> = {}
  const catchUp = <Name extends keyof typeof features>(name: Name, row: DeferredFeatures[Name]) => {
    if (!row?.reduce || features[name]?.reduce) return
    const { reduce } = row
    slices[name] = missed.reduce((slice, [event, , before]) => reduce(slice, event, before), state[name])
  }
  for (const name of Object.keys(deferredFeatures) as (keyof typeof features)[])
    catchUp(name, deferredFeatures[name] as DeferredFeatures[typeof name])
  return slices
}

/** WalletConnect for the site's families; its code loads when used, or when a session is stored. */
export function startWalletConnect(kit: Kit, lent?: LentClient): Stop {
  if (!lent && !kit.options.enableWalletConnect) return () => undefined
  const walletConnect = kitWalletConnect(kit, {
    ...lent,
    relays: relaysOf(kit.options),
    beside: async () => kit.options.siwx && (await loadLate()).oneClickSignIn(kit),
    namespaces: requestedNamespaces(kit.store.get()),
    rpc: async (call) => (await import('./rpc/requestNodes.ts')).requestNodes(kit.ports, call),
    rpcUrls: (chainId) => {
      const network = findNetwork(kit.store.get(), chainId as CaipNetworkId)
      return network && rpcUrlsOf(kit.store.get(), network)
    },
  })
  kit.walletConnect = walletConnect
  for (const connector of walletConnect.connectors) kit.connectors.add(connector)
  // Families without a storage row reconnect with their session.
  if (kit.options.otherNetworks[0])
    void walletConnect.connectors[0]?.connect({ silent: true } as ConnectRequest).catch(() => undefined) // no session
  return walletConnect.dispose
}

/** Reconnects all families in parallel, the active one first, so that a sleeping wallet delays no other. */
function reconnectAll(kit: Kit): void {
  const { remembered, network, account } = kit.store.get()
  // A login in progress or just returned needs the embedded wallet now; otherwise it loads with the login UI.
  const isLoggingIn = kit.ports.storage.get('@appkit/social_provider')
  if (kit.options.walletUrl && (isLoggingIn || Object.values(remembered).includes(embeddedId)))
    void loadLate()
      .then((m) => m.loadEmbedded(kit))
      .catch(kit.ports.log.error)
  const waiting = (Object.keys(remembered) as Namespace[]).filter((n) => account[n].status === 'reconnecting')
  waiting.sort((a, b) => Number(b === network.activeNamespace) - Number(a === network.activeNamespace))
  for (const namespace of waiting)
    if (!kit.latest.isRunning(`reconnect/${namespace}`)) void reconnectWallet(kit, { namespace })
  restoreConnections(kit)
}
