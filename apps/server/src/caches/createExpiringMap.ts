type Options = { ttlMs: number; size?: number; now?: () => number }
/** A map that forgets. */
type ExpiringMap<V> = {
  get(key: string): V | undefined
  /** Until then, or for as long as everything is kept. */
  set(key: string, value: V, until?: number): void
  delete(key: string): void
}

/** Keeps values for a while, and no more of them than fit: whatever strangers ask for, the memory it takes has an end. */
export function createExpiringMap<V>({ ttlMs, size = 10_000, now = Date.now }: Options): ExpiringMap<V> {
  const entries = new Map<string, { value: V; until: number }>()

  /** The oldest stand first, and mostly end first: those behind one that lasts longer wait for it, or for want of room. */
  function makeRoom() {
    for (const [key, { until }] of entries) {
      if (until > now() && entries.size < size) return
      entries.delete(key)
    }
  }

  return {
    get(key) {
      const entry = entries.get(key)
      return entry && entry.until > now() ? entry.value : undefined
    },
    set(key, value, until = now() + ttlMs) {
      entries.delete(key)
      makeRoom()
      entries.set(key, { value, until })
    },
    delete: (key) => void entries.delete(key),
  }
}
