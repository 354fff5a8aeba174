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

  function ask(keys: readonly string[]) {
    const loaded = load(keys, AbortSignal.timeout(deadlineMs))
    for (const key of keys) {
      const entry = { at: now(), value: loaded.then((found) => found.get(key)) }
      // The next caller asks again instead of meeting this failure.
      entry.value.catch(() => entries.get(key) === entry && entries.delete(key))
      entries.delete(key)
      if (entries.size >= size) entries.delete(entries.keys().next().value!)
      entries.set(key, entry)
    }
  }

  return async (keys) => {
    const wanted = [...new Set(keys)]
    const isFresh = (key: string) => now() - (entries.get(key)?.at ?? Number.NEGATIVE_INFINITY) < ttlMs
    const stale = wanted.filter((key) => !isFresh(key))
    if (stale.length > 0) ask(stale)
    const pending = wanted.map((key) => [key, entries.get(key)?.value] as const)
    const found = new Map<string, V>()
    for (const [key, promise] of pending) {
      const value = await promise
      if (value !== undefined) found.set(key, value)
    }
    return found
  }
}
