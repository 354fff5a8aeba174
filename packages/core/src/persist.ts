import type { Feature } from './feature.ts'
import type { Event, State } from './features.ts'
import type { Stop } from './ports/clock.ts'
import type { Storage } from './ports/storage.ts'
import type { KitStore } from './store.ts'

/** What storage knew: each field only if it made sense. */
export type Restored = Partial<
  Pick<State, 'addressBook' | 'connections' | 'dismissed' | 'recents' | 'remembered' | 'transactions'>
> & {
  /** Only a name: whether the site still has that network is known elsewhere. */
  activeNetworkId?: string
}

/** A place in storage. */
export type Row = {
  key: string
  /** Written whenever this other one is, changed or not. */
  with?: string
  /** The text to keep, or nothing to remove the key. */
  write(state: State): string | undefined
  /** Throws, or does nothing, where the text is invalid. */
  read?(text: string, restored: Restored): void
  /** What it means here that another tab of the site wrote this, or removed it. */
  heard?(text: string | undefined): Event | undefined
}

/** The storage rows of features, in their order. */
export const rowsOf = (features: Record<string, Pick<Feature<never>, 'keeps'>>): readonly Row[] =>
  Object.values(features).flatMap(({ keeps = [] }) => keeps)

/** Reads what an earlier page, or another version, left; what is invalid is as if it were not there. */
export function restore(storage: Storage, rows: readonly Row[]): Restored {
  const restored: Restored = {}
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

/** Writes each row when it changes, and never before something happened; `hearFirst` where there is news of another tab. */
export function persist(
  store: KitStore,
  storage: Storage,
  rows: readonly Row[],
  hearFirst: (row: Row) => boolean = () => false,
): Stop {
  const written = new Map(rows.map((row) => [row.key, row.write(store.get())]))
  return store.subscribe((state) => {
    const changed = new Set<string>()
    for (const row of rows) {
      const value = row.write(state)
      if (written.get(row.key) === value && !(row.with && changed.has(row.with))) continue
      if (hearFirst(row)) continue
      changed.add(row.key)
      written.set(row.key, value)
      storage.set(row.key, value)
    }
  })
}
