import type { Event } from './features.ts'
import type { Row } from './persist.ts'
import type { Stop } from './ports/clock.ts'
import type { Storage } from './ports/storage.ts'
import type { KitStore } from './store.ts'

/** What another tab stores is this tab's too: else the next to write would forget the other's. */
export function hearTabs(store: KitStore, storage: Storage, rows: readonly Row[]): Stop {
  return storage.onChange((key, value) => {
    const row = rows.find((one) => one.key === key)
    if (!row?.heard) return
    let event: Event | undefined
    try {
      event = row.heard(value)
    } catch {
      // Another version's, or garbage: it is not taken over.
    }
    if (event) store.send(event)
  })
}
