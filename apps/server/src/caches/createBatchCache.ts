import { deadlineIn } from '../limits/deadlineIn.ts'
import { createExpiringMap } from './createExpiringMap.ts'

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

/** A memo of many keys at once: remembers also that there is nothing, and asks in one go for all that is not known. */
export function createBatchCache<V>({ load, deadlineMs, ...options }: Options<V>): BatchCache<V> {
  const entries = createExpiringMap<Promise<V | undefined>>(options)

  return async (keys) => {
    const wanted = new Map([...new Set(keys)].map((key) => [key, entries.get(key)]))
    const missing = [...wanted].flatMap(([key, value]) => (value ? [] : [key]))
    if (missing.length > 0) {
      const loaded = load(missing, deadlineIn(deadlineMs))
      for (const key of missing) {
        const value = loaded.then((found) => found.get(key))
        entries.set(key, value)
        // The next caller asks again instead of meeting this failure.
        value.catch(() => entries.get(key) === value && entries.delete(key))
        wanted.set(key, value)
      }
    }
    const found = new Map<string, V>()
    for (const [key, promise] of wanted) {
      const value = await promise
      if (value !== undefined) found.set(key, value)
    }
    return found
  }
}
