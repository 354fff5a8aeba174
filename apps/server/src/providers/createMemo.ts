type Options = { ttlMs: number; size?: number; now?: () => number }
/** What was found out for a key, from memory or by `load`; `isFresh` asks anew whatever is remembered. */
export type Memo<V> = (key: string, load: () => Promise<V>, isFresh?: boolean) => Promise<V>

/** Remembers answers for a while and asks once for however many want the same. A failure is not remembered. */
export function createMemo<V>({ ttlMs, size = 10_000, now = Date.now }: Options): Memo<V> {
  const entries = new Map<string, { until: number; value: Promise<V> }>()
  return (key, load, isFresh = false) => {
    const known = entries.get(key)
    if (known && !isFresh && now() < known.until) return known.value
    const entry = { until: now() + ttlMs, value: load() }
    entry.value.catch(() => entries.get(key) === entry && entries.delete(key))
    entries.delete(key)
    if (entries.size >= size) entries.delete(entries.keys().next().value!)
    entries.set(key, entry)
    return entry.value
  }
}
