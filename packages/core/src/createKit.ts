import { type Namespace, namespaces } from '@billfold/protocol/caip'
import { lazyApi } from './api/lazyApi.ts'
import type { Chains } from './chains/chain.ts'
import { createConnectors } from './connectors/createConnectors.ts'
import { discoverWallets } from './families/discoverWallets.ts'
import { families } from './families/families.ts'
import { accountsInitial } from './features/account/account.ts'
import { features } from './features/features.ts'
import { modalInitial } from './features/modal/modal.ts'
import { type OptionsInput, type Resolved, resolveOptions } from './features/options/resolveOptions.ts'
import type { Kit } from './kit.ts'
import type { Accounts } from './model/account.ts'
import type { NetworkState } from './model/network.ts'
import type { Remembered } from './model/remembered.ts'
import { browserPorts } from './ports/browserPorts.ts'
import type { Stop } from './ports/clock.ts'
import type { Ports } from './ports/ports.ts'
import { retryUntilDone } from './ports/retryUntilDone.ts'
import { serverPage } from './ports/serverPage.ts'
import { createLatest } from './store/latest.ts'
import { persist, restore, rowsOf } from './store/persist.ts'
import type { Restored } from './store/row.ts'
import { createKitStore } from './store/store.ts'

const [completeAfterMs, drawnAfterMs] = [3000, 500]

/** A site's options, and those for tests and unusual pages. */
export type KitInput = OptionsInput & {
  /** For tests and unusual pages: replaces parts of the browser. */
  ports?: Partial<Ports> | undefined
  /** Prefix of the kit's storage keys, so that two kits on a page share nothing. */
  prefix?: string | undefined
}

/** Builds a kit: the only place that assembles its parts. Makes no server requests. */
export function createKit({ ports: lent, prefix, ...input }: KitInput): Kit {
  const ports: Ports = { ...browserPorts(prefix), ...lent }
  const resolved = resolveOptions(input, ports.page)
  const rows = rowsOf(features)
  const { remembered: known = {}, ...restored } = restore(ports.storage, rows)
  const network = startNetwork(resolved, restored)
  const isKnown = (namespace: string) => network.requested.some((n) => n.namespace === namespace)
  const remembered = Object.fromEntries(Object.entries(known).filter(([n]) => isKnown(n)))
  const store = createKitStore(features, {
    device: ports.page.device(),
    network,
    options: resolved.options,
    theme: { mode: input.themeMode ?? 'dark', variables: input.themeVariables ?? {} },
    modal: { ...modalInitial, embedded: resolved.options.enableEmbedded, open: resolved.options.enableEmbedded },
    recents: restored.recents ?? [],
    remembered,
    account: startAccounts(remembered),
  })
  const stops: Stop[] = []
  let isDisposed = false
  const kit: Kit = {
    store,
    latest: createLatest(store),
    api: lazyApi(ports, store),
    chains: chainsFor(isKnown),
    connectors: createConnectors(() => search.ask()),
    ports,
    get options() {
      return store.get().options
    },
    get isDisposed() {
      return isDisposed
    },
    complete: () => completion.now(),
    withAssets: async (...all) => (await import('./features/balances/deferredAssets.ts')).withAssets(kit, ...all),
    endWith: (stop) => void stops.push(stop),
    dispose() {
      isDisposed = true
      for (const stop of stops.splice(0)) stop()
      kit.latest.cancelAll()
      kit.queries?.clear()
    },
  }
  const completion = completeLater(kit)
  const search = discoverWallets(kit, isKnown)
  stops.push(persist(store, ports.storage, rows), completion.stop, search.stop)
  return kit
}

/**
 * Loads the rest of the kit: at once for a returning connected visitor, on the first event beyond a wallet
 * announcement, or long after page load. An opening dialog is painted first: the UI reports that, with a timeout. A
 * failed load is retried with backoff and on every event: without it, no wallet is followed and nothing can be sent.
 */
function completeLater(kit: Kit): { now: () => void; stop: Stop } {
  if (kit.ports.page === serverPage) return { now: () => undefined, stop: () => undefined }
  const trying = retryUntilDone(
    kit.ports.clock,
    async () => {
      const { completeKit } = await import('./completeKit.ts')
      completeKit(kit)
      stop()
    },
    (e) => kit.ports.log.error('The wallet kit did not load', e),
  )
  const now = () => {
    stopTimer()
    trying.now()
  }
  let stopTimer = kit.ports.clock.after(completeAfterMs, now)
  const stopHearing = kit.store.onEvent(({ type }) => {
    if (type === 'connector/announced') return
    if (type !== 'modal/opened') return now()
    stopTimer()
    stopTimer = kit.ports.clock.after(drawnAfterMs, now)
  })
  const stop = () => {
    stopTimer()
    stopHearing()
    trying.stop()
  }
  const comesBack = Object.keys(kit.store.get().remembered) as Namespace[]
  // A visitor returning from a login redirect waits for it.
  const isBack = kit.ports.page.href().includes('result_uri')
  if (comesBack.length > 0 || kit.store.get().modal.open || isBack) now()
  for (const namespace of comesBack) void kit.chains[namespace]?.().catch(() => undefined)
  return { now, stop }
}

/** The initial network: the last active one if it still exists, otherwise the site's default. */
function startNetwork({ networks, defaultNetwork }: Resolved, restored: Restored): NetworkState {
  const last = networks.find((n) => n.networkId === restored.activeNetworkId)
  const start = last ?? defaultNetwork
  const selected: NetworkState['selected'] = {}
  for (const network of networks) selected[network.namespace] ??= network.networkId
  selected[defaultNetwork.namespace] = defaultNetwork.networkId
  selected[start.namespace] = start.networkId
  return { activeNamespace: start.namespace, selected, requested: networks }
}

const startAccounts = (remembered: Remembered): Accounts => ({
  ...accountsInitial,
  ...Object.fromEntries(
    Object.entries(remembered).map(([namespace, connectorId]) => [namespace, { status: 'reconnecting', connectorId }]),
  ),
})

const chainsFor = (isKnown: (namespace: Namespace) => boolean): Chains =>
  Object.fromEntries(namespaces.filter(isKnown).map((each) => [each, families[each].chain]))
