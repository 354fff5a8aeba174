import type { Wallet } from '@billfold/protocol/api/registry'
import { isNamespace, type Namespace, namespaces } from '@billfold/protocol/caip'
import { activeNetworkId, findNetwork } from './features/network/network.ts'
import { maxRecents } from './features/wallets/recents.ts'
import { toStoredWallet } from './features/wallets/toStoredWallet.ts'
import type { Stop } from './ports/clock.ts'
import type { Storage } from './ports/storage.ts'
import type { KitStore, State } from './store.ts'

/** What storage knew at birth: each field only if it made sense. */
export type Restored = {
  activeNetworkId?: string
  activeNamespace?: Namespace
  remembered: Partial<Record<Namespace, string>>
  recents: readonly Wallet[]
}

/** A place in storage; `Found` is what reading may fill. */
export type Row<Found> = {
  key: string
  /** Written whenever this other one is, changed or not. */
  with?: string
  /** The text to keep, or nothing to remove the key. */
  write(state: State): string | undefined
  read?(text: string, restored: Found): void
}

/** The key under which a family's connector is kept: other tabs watch it. */
export const connectorKey = (namespace: Namespace) => `@appkit/${namespace}:connected_connector_id` as const

const present = (state: State) =>
  namespaces.filter((n) => state.account[n].status === 'connected' || state.account[n].status === 'reconnecting')

/** All that survives a reload: storage key ↔ state. */
const rows: readonly Row<Restored>[] = [
  {
    key: '@appkit/active_caip_network_id',
    write: (state) => {
      const id = activeNetworkId(state)
      return findNetwork(state, id) ? id : state.network.selected[state.network.activeNamespace]
    },
    read: (text, restored) => {
      restored.activeNetworkId = text
    },
  },
  {
    key: '@appkit/active_namespace',
    with: '@appkit/active_caip_network_id',
    write: (state) => state.network.activeNamespace,
    read: (text, restored) => {
      if (isNamespace(text)) restored.activeNamespace = text
    },
  },
  ...namespaces.map(
    (namespace): Row<Restored> => ({
      key: connectorKey(namespace),
      write: (state) => state.remembered[namespace],
      read: (text, restored) => {
        if (text.length <= 300) restored.remembered[namespace] = text
      },
    }),
  ),
  { key: '@appkit/connected_namespaces', write: (state) => present(state).join(',') || undefined },
  { key: '@appkit/connection_status', write: (state) => (present(state).length > 0 ? 'connected' : 'disconnected') },
  {
    key: '@appkit/recent_wallets',
    write: (state) => (state.recents.length > 0 ? JSON.stringify(state.recents) : undefined),
    read: (text, restored) => {
      const list: unknown = JSON.parse(text)
      if (!Array.isArray(list)) return
      const wallets = list.map(toStoredWallet).filter((w) => w !== undefined)
      restored.recents = [...new Map(wallets.map((w) => [w.id, w])).values()].slice(0, maxRecents)
    },
  },
]

/** Reads what an earlier page, or another version, left; what makes no sense is as if it were not there. */
export const restore = (storage: Storage): Restored => readRows(storage, rows, { remembered: {}, recents: [] })

/** Reads rows into what they fill. */
export function readRows<Found>(storage: Storage, rows: readonly Row<Found>[], restored: Found): Found {
  for (const row of rows) {
    const text = storage.get(row.key)
    if (text === undefined || !row.read) continue
    try {
      row.read(text, restored)
    } catch {
      // Garbage, or another version's: forgetting it is the clean-up.
      storage.set(row.key, undefined)
    }
  }
  return restored
}

/** Writes each row when it changes, and never before something happened. */
export const persist = (store: KitStore, storage: Storage): Stop => writeRows(store, storage, rows)

/** The same for rows that came later. */
export function writeRows<Found>(store: KitStore, storage: Storage, rows: readonly Row<Found>[]): Stop {
  const written = new Map(rows.map((row) => [row.key, row.write(store.get())]))
  return store.subscribe((state) => {
    const changed = new Set<string>()
    for (const row of rows) {
      const value = row.write(state)
      if (written.get(row.key) === value && !(row.with && changed.has(row.with))) continue
      changed.add(row.key)
      written.set(row.key, value)
      storage.set(row.key, value)
    }
  })
}
