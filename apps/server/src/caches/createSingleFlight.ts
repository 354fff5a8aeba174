import { shareWork } from '../limits/visitor.ts'

/** Shares work in progress among all callers with the same key; a call after it has finished starts it again. */
export function createSingleFlight<V>() {
  const inFlight = new Map<string, ReturnType<typeof shareWork<V>>>()
  return (key: string, work: () => Promise<V>): Promise<V> => {
    const known = inFlight.get(key)
    if (known) {
      known.join()
      return known.result
    }
    const entry = shareWork(() => work().finally(() => inFlight.delete(key)))
    inFlight.set(key, entry)
    return entry.result
  }
}
