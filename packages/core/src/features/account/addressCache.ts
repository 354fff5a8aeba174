import type { Kit } from '../../kit.ts'

/** The caches that a page which starts disconnected throws away. */
export const addressCacheKeys = [
  '@appkit/native_balance_cache',
  '@appkit/portfolio_cache',
  '@appkit/ens_cache',
  '@appkit/identity_cache',
  '@billfold/history_cache',
] as const
export type AddressCacheKey = (typeof addressCacheKeys)[number]

/** What an earlier page learned about addresses, under AppKit's keys and with its lifetimes. */
export type AddressCache<Entry extends { timestamp: number }> = {
  read(kit: Kit, id: string): Entry | undefined
  /** Keeps it for the next page; what has expired is dropped on the way. */
  write(kit: Kit, id: string, entry: Omit<Entry, 'timestamp'>): void
  drop(kit: Kit, id: string): void
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
      // Garbage, or another version's: as if nothing were there.
      return {}
    }
  }
  const keep = (kit: Kit, all: Record<string, unknown>) => kit.ports.storage.set(key, JSON.stringify(all))
  return {
    read: (kit, id) => entries(kit)[id],
    write: (kit, id, entry) => keep(kit, { ...entries(kit), [id]: { ...entry, timestamp: kit.ports.clock.now() } }),
    drop(kit, id) {
      const { [id]: _, ...rest } = entries(kit)
      keep(kit, rest)
    },
  }
}
