/** A map of recently set values. */
type RecentMap<V> = { get(key: string): V | undefined; set(key: string, value: V): void }

/**
 * Keeps the newest in two halves and drops the older one whole when the newer is full: the memory has an end, and neither reading nor
 * writing goes through a list.
 */
export function createRecentMap<V>(size: number): RecentMap<V> {
  const half = Math.max(1, Math.floor(size / 2))
  let newer = new Map<string, V>()
  let older = new Map<string, V>()
  return {
    get: (key) => newer.get(key) ?? older.get(key),
    set(key, value) {
      if (newer.size >= half && !newer.has(key)) [older, newer] = [newer, new Map()]
      newer.set(key, value)
    },
  }
}
