import { deadlineIn } from '../limits/deadlineIn.ts'
import { shareWork } from '../limits/visitor.ts'
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
  type Entry = { value: Promise<V | undefined>; join(): void }
  const entries = createExpiringMap<Entry>(options)

  return async (keys) => {
    const wanted = new Map<string, Entry>()
    const missing: string[] = []
    for (const key of new Set(keys)) {
      const entry = entries.get(key)
      entry?.join()
      if (entry) wanted.set(key, entry)
      else missing.push(key)
    }
    if (missing.length > 0) {
      const { result, join } = shareWork(() => load(missing, deadlineIn(deadlineMs)))
      for (const key of missing) {
        const entry = { value: result.then((values) => values.get(key)), join }
        entries.set(key, entry)
        // The next caller loads again instead of meeting this failure.
        entry.value.catch(() => entries.get(key) === entry && entries.delete(key))
        wanted.set(key, entry)
      }
    }
    const values = new Map<string, V>()
    for (const key of new Set(keys)) {
      const value = await wanted.get(key)?.value
      if (value !== undefined) values.set(key, value)
    }
    return values
  }
}
