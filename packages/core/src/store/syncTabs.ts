import type { Event } from '../model/state.ts'
import type { Stop } from '../ports/clock.ts'
import type { Storage } from '../ports/storage.ts'
import { persist } from './persist.ts'
import type { Row } from './row.ts'
import type { KitStore } from './store.ts'

/** Writes rows that tabs share. Applies other tabs' writes first, so that this tab does not undo them. */
export function syncTabs(store: KitStore, storage: Storage, rows: readonly Row[]): Stop {
  const held = new Map(rows.map(({ key }) => [key, storage.get(key)]))
  const own: Storage = {
    ...storage,
    set(key, value) {
      held.set(key, value)
      // Another tab has already written it.
      if (storage.get(key) !== value) storage.set(key, value)
    },
  }
  /** Applies another tab's changes; returns whether there were any. */
  const hear = (row: Row): boolean => {
    const text = storage.get(row.key)
    if (!row.externalEvent || text === held.get(row.key)) return false
    held.set(row.key, text)
    let event: Event | undefined
    try {
      event = row.externalEvent(text)
    } catch {
      // Corrupt, or from another version: ignored.
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
