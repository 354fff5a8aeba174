import type { Kit } from '../../kit.ts'
import type { Stop } from '../../ports/clock.ts'
import type { Heard } from '../../store.ts'
import { connectedAccount } from '../account/account.ts'
import { type Tracked, trackedEventOf } from './trackedEventOf.ts'

/** Listens and tells our server, if both the site and the project turned it on: no feature knows that analytics exists. */
export function trackEvents(kit: Kit, missed: readonly Heard[] = []): Stop {
  let warned = false
  async function post(tracked: Tracked) {
    const { ports, store } = kit
    if (!kit.options.features.analytics) return
    const happened = { ...tracked, timestamp: ports.clock.now(), address: connectedAccount(store.get())?.address }
    // Code that did not load is a lost event, and that is nobody's loss but the statistics'.
    const posting = await import('./postEvent.ts').catch(() => undefined)
    if (!posting || kit.isDisposed) return
    const isRefused = await posting.postEvent(kit, happened)
    // Said once, until it is mended.
    if (isRefused && !warned) store.send({ type: 'analytics/refused', origin: ports.page.origin() })
    warned = isRefused
  }
  const hear = (...heard: Heard) => {
    const tracked = trackedEventOf(...heard)
    if (tracked) void post(tracked)
  }
  for (const heard of missed) hear(...heard)
  return kit.store.onEvent(hear)
}
