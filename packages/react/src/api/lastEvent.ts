import { trackedEventOf } from '@billfold/core/features/analytics/trackedEventOf'
import type { Kit } from '@billfold/core/kit'

/** The last thing that happened, by AppKit's names. */
export type AppKitEvent = {
  timestamp: number
  reportedErrors: Record<string, boolean>
  data: { type: 'track'; event: string; properties?: Record<string, unknown> }
}
export type LastEvent = { get(): AppKitEvent; subscribe(listener: () => void): () => void; stop(): void }

/** Keeps the last event of a kit, whether or not analytics are sent. */
export function lastEventOf(kit: Kit): LastEvent {
  const listeners = new Set<() => void>()
  const eventOf = (data: Omit<AppKitEvent['data'], 'type'>): AppKitEvent => ({
    timestamp: kit.ports.clock.now(),
    reportedErrors: {},
    data: { type: 'track', ...data },
  })
  let last = eventOf({ event: 'MODAL_CREATED' })
  const stop = kit.store.onEvent((event, after, before) => {
    const tracked = trackedEventOf(event, after, before)
    if (!tracked) return
    last = eventOf(tracked)
    for (const listener of [...listeners]) listener()
  })
  return {
    get: () => last,
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    stop,
  }
}
