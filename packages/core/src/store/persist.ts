import type { Stop } from '../ports/clock.ts'
import type { Storage } from '../ports/storage.ts'
import type { Feature } from './feature.ts'
import type { Restored, Row } from './row.ts'
import type { KitStore } from './store.ts'

/** The features' storage rows, in order. */
export const rowsOf = (features: Record<string, Pick<Feature<never>, 'keeps'>>): readonly Row[] =>
  Object.values(features).flatMap(({ keeps = [] }) => keeps)

/** Reads the data of an earlier page or another version; ignores invalid rows. */
export function restore(storage: Storage, rows: readonly Row[]): Restored {
  const restored: Restored = {}
  for (const row of rows) {
    const text = storage.get(row.key)
    if (text === undefined || !row.read) continue
    try {
      row.read(text, restored)
    } catch {
      // Corrupt, or from another version: drop it.
      storage.set(row.key, undefined)
    }
  }
  return restored
}

/** Writes each row when it changes, never before the first event; `hearFirst` applies another tab's changes before. */
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
