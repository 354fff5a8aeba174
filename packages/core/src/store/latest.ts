import type { Event } from '../model/state.ts'
import type { KitStore } from './store.ts'

export type Run = { signal: AbortSignal; send: (event: Event) => void }

/** Runs async work by key: a newer run, or `cancel`, aborts and silences the older one. */
export function createLatest(store: Pick<KitStore, 'send'>) {
  const running = new Map<string, AbortController>()
  function cancel(key: string) {
    running.get(key)?.abort()
    running.delete(key)
  }
  async function latest(key: string, work: (run: Run) => Promise<void>): Promise<void> {
    cancel(key)
    const own = new AbortController()
    running.set(key, own)
    try {
      await work({
        signal: own.signal,
        send: (event) => {
          if (!own.signal.aborted) store.send(event)
        },
      })
    } finally {
      if (running.get(key) === own) running.delete(key)
    }
  }
  return Object.assign(latest, {
    cancel,
    /** Silences all runs. */
    cancelAll: () => [...running.keys()].forEach(cancel),
    isRunning: (key: string) => running.has(key),
  })
}
export type Latest = ReturnType<typeof createLatest>
