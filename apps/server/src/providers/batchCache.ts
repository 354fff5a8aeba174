type Options<V> = {
  /** Finds out about all of these at once; what it does not mention is not there. */
  load(keys: readonly string[], signal: AbortSignal): Promise<ReadonlyMap<string, V>>
  ttlMs: number
  /** How long a load may take: it serves many callers, so no single one of them decides. */
  deadlineMs: number
  size?: number
  now?: () => number
}
export type BatchCache<V> = (keys: readonly string[]) => Promise<Map<string, V>>

/** Remembers answers for a short while, also that there is none, and asks once for however many callers want the same. */
export function createBatchCache<V>(options: Options<V>): BatchCache<V> {
  const { load, ttlMs, deadlineMs, size = 10_000, now = Date.now } = options
  const entries = new Map<string, { at: number; value: Promise<V | undefined> }>()

  function ask(keys: readonly string[]): Map<string, Promise<V | undefined>> {
    const loaded = load(keys, AbortSignal.timeout(deadlineMs))
    const asked = new Map<string, Promise<V | undefined>>()
    for (const key of keys) {
      const entry = { at: now(), value: loaded.then((found) => found.get(key)) }
      // The next caller asks again instead of meeting this failure.
      entry.value.catch(() => entries.get(key) === entry && entries.delete(key))
      entries.delete(key)
      if (entries.size >= size) entries.delete(entries.keys().next().value!)
      entries.set(key, entry)
      asked.set(key, entry.value)
    }
    return asked
  }

  return async (keys) => {
    const known = new Map<string, Promise<V | undefined>>()
    const stale: string[] = []
    for (const key of new Set(keys)) {
      const entry = entries.get(key)
      if (entry && now() - entry.at < ttlMs) known.set(key, entry.value)
      else stale.push(key)
    }
    if (stale.length > 0) for (const [key, value] of ask(stale)) known.set(key, value)
    const found = new Map<string, V>()
    for (const [key, promise] of known) {
      const value = await promise
      if (value !== undefined) found.set(key, value)
    }
    return found
  }
}
