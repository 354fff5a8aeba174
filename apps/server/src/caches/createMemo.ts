import { shareWork } from '../limits/visitor.ts'
import { createExpiringMap } from './createExpiringMap.ts'

type Options = { ttlMs: number; size?: number; now?: () => number }
/** The value of a key, from memory or by `load`; `isFresh` loads it again even if it is in memory. */
export type Memo<V> = (key: string, load: () => Promise<V>, isFresh?: boolean) => Promise<V>

/** Caches values for a while, and loads each once for all concurrent callers. A failure is not cached. */
export function createMemo<V>(options: Options): Memo<V> {
  const entries = createExpiringMap<ReturnType<typeof shareWork<V>>>(options)
  return (key, load, isFresh = false) => {
    const known = isFresh ? undefined : entries.get(key)
    if (known) {
      known.join()
      return known.result
    }
    const entry = shareWork(load)
    entries.set(key, entry)
    entry.result.catch(() => entries.get(key) === entry && entries.delete(key))
    return entry.result
  }
}
