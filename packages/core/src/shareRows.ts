import type { Event } from './features.ts'
import { persist, type Row } from './persist.ts'
import type { Stop } from './ports/clock.ts'
import type { Storage } from './ports/storage.ts'
import type { KitStore } from './store.ts'

/**
 * Writes rows that tabs share. What another tab wrote is this tab's too, and is heard before anything is written over it: else the next
 * to write would forget the other's.
 */
export function shareRows(store: KitStore, storage: Storage, rows: readonly Row[]): Stop {
  const held = new Map(rows.map(({ key }) => [key, storage.get(key)]))
  const own: Storage = {
    ...storage,
    set(key, value) {
      held.set(key, value)
      // What another tab wrote is there already.
      if (storage.get(key) !== value) storage.set(key, value)
    },
  }
  /** Takes over what another tab wrote since; whether there was anything. */
  const hear = (row: Row): boolean => {
    const text = storage.get(row.key)
    if (!row.heard || text === held.get(row.key)) return false
    held.set(row.key, text)
    let event: Event | undefined
    try {
      event = row.heard(text)
    } catch {
      // Another version's, or garbage: it is not taken over.
    }
    if (event) store.send(event)
    return event !== undefined
  }
  const stops = [
    persist(store, own, rows, hear),
    storage.onChange((key) => {
      const row = rows.find((one) => one.key === key)
      if (row) hear(row)
    }),
  ]
  return () => stops.forEach((stop) => void stop())
}
