import type { Tracked, trackedEventsOf } from '@billfold/core/features/analytics/trackedEventOf'
import type { Kit } from '@billfold/core/kit'
import type { EventArgs } from '@billfold/core/store/store'

/** The last thing that happened, by AppKit's names. */
export type AppKitEvent = {
  /** When it happened, in milliseconds since 1970. */
  timestamp: number
  /** AppKit's record of errors it reported. Always empty here. */
  reportedErrors: Record<string, boolean>
  /** The event's name, such as `CONNECT_SUCCESS`, and what belongs to it. */
  data: { type: 'track'; event: string; properties?: Record<string, unknown> }
}
export type LastEvent = { get(): AppKitEvent; subscribe(listener: () => void): () => void; stop(): void }

/** A dialog that opens is drawn before its opening is named, unless someone listens. */
const namesAfterMs = 500

/** Keeps the last event of a kit, whether or not analytics are sent. The names are fetched once something has happened. */
export function lastEventOf(kit: Kit): LastEvent {
  const listeners = new Set<() => void>()
  const eventOf = (data: Omit<AppKitEvent['data'], 'type'>, timestamp: number): AppKitEvent => ({
    timestamp,
    reportedErrors: {},
    data: { type: 'track', ...data },
  })
  let last = eventOf({ event: 'MODAL_CREATED' }, kit.ports.clock.now())
  let name: typeof trackedEventsOf | undefined
  let isFetching = false
  let stopWaiting: (() => void) | undefined
  let unnamed: { args: EventArgs; at: number }[] = []
  const emit = (tracked: Tracked, at: number) => {
    last = eventOf(tracked, at)
    for (const listener of [...listeners]) listener()
  }
  const track = (args: EventArgs, at: number) => {
    for (const tracked of name?.(...args) ?? []) emit(tracked, at)
  }
  const fetchNames = async () => {
    stopWaiting?.()
    stopWaiting = undefined
    if (isFetching) return
    isFetching = true
    let first: Tracked | undefined
    try {
      const names = await import('@billfold/core/features/analytics/trackedEventOf')
      name = names.trackedEventsOf
      first = names.initializeEvent(kit.store.get())
    } catch (error) {
      // The network may be back with the next event.
      isFetching = false
      kit.ports.log.info('Could not load event names', error)
    }
    if (first) emit(first, last.timestamp)
    if (name) for (const { args, at } of unnamed.splice(0)) track(args, at)
  }
  const nameSoon = () => {
    if (listeners.size > 0) return void fetchNames()
    stopWaiting ??= kit.ports.clock.after(namesAfterMs, () => void fetchNames())
  }
  const stop = kit.store.onEvent((...args) => {
    const at = kit.ports.clock.now()
    if (name) return track(args, at)
    // A wallet that is there is no event of AppKit's, and happens on every page.
    if (args[0].type === 'connector/announced') return
    unnamed.push({ args, at })
    nameSoon()
  })
  return {
    get: () => last,
    subscribe(listener) {
      listeners.add(listener)
      // Listeners get the initial event first.
      nameSoon()
      return () => void listeners.delete(listener)
    },
    stop() {
      unnamed = []
      stopWaiting?.()
      stop()
    },
  }
}
