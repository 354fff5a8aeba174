import type { Kit } from '../../kit.ts'
import type { AddressCacheKey } from './addressCaches.ts'

/** Data on addresses cached from earlier pages, under AppKit's keys and with its lifetimes. */
export type AddressCache<Entry extends { timestamp: number }> = {
  read(kit: Kit, id: string): Entry | undefined
  /** Stores the entry unless the request was aborted meanwhile; drops expired entries. */
  write(kit: Kit, id: string, entry: Omit<Entry, 'timestamp'>, signal: AbortSignal | undefined): void
}

export function addressCache<Entry extends { timestamp: number }>(
  key: AddressCacheKey,
  lifeMs: number,
  isEntry: (value: object & Partial<Entry>) => boolean,
): AddressCache<Entry> {
  const entries = (kit: Kit): Record<string, Entry> => {
    try {
      const stored: unknown = JSON.parse(kit.ports.storage.get(key) ?? '{}')
      const now = kit.ports.clock.now()
      const isFresh = (e: unknown) =>
        typeof e === 'object' &&
        e !== null &&
        'timestamp' in e &&
        typeof e.timestamp === 'number' &&
        now - e.timestamp <= lifeMs &&
        isEntry(e as object & Partial<Entry>)
      return Object.fromEntries(Object.entries(stored as object).filter(([, e]) => isFresh(e)))
    } catch {
      // Corrupt, or from another version: treat as empty.
      return {}
    }
  }
  return {
    read: (kit, id) => entries(kit)[id],
    write(kit, id, entry, signal) {
      if (signal?.aborted) return
      const all = { ...entries(kit), [id]: { ...entry, timestamp: kit.ports.clock.now() } }
      kit.ports.storage.set(key, JSON.stringify(all))
    },
  }
}
