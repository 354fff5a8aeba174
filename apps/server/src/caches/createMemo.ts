import { createExpiringMap } from './createExpiringMap.ts'

type Options = { ttlMs: number; size?: number; now?: () => number }
/** The value of a key, from memory or by `load`; `isFresh` loads it again even if it is in memory. */
export type Memo<V> = (key: string, load: () => Promise<V>, isFresh?: boolean) => Promise<V>

/** Remembers answers for a while and asks once for however many want the same. A failure is not remembered. */
export function createMemo<V>(options: Options): Memo<V> {
  const entries = createExpiringMap<Promise<V>>(options)
  return (key, load, isFresh = false) => {
    const known = isFresh ? undefined : entries.get(key)
    if (known) return known
    const value = load()
    entries.set(key, value)
    value.catch(() => entries.get(key) === value && entries.delete(key))
    return value
  }
}
