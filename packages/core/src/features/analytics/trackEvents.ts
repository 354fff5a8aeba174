import type { Kit } from '../../kit.ts'
import type { Stop } from '../../ports/clock.ts'
import type { Heard } from '../../store.ts'
import { connectedAccount } from '../account/account.ts'

/** Listens and tells our server, if both the site and the project turned it on: no feature knows that analytics exists. */
export function trackEvents(kit: Kit, missed: readonly Heard[] = []): Stop {
  const { ports, store } = kit
  async function hear(...heard: Heard) {
    // A wallet that says that it is there is no event of analytics, and what tells them is not fetched for it.
    if (!kit.options.features.analytics || heard[0].type === 'connector/announced') return
    const at = { timestamp: ports.clock.now(), address: connectedAccount(store.get())?.address }
    // Code that did not load is a lost event, and that is no one's loss but the statistics'.
    const posting = await import('./postEvent.ts').catch(() => undefined)
    if (!posting || kit.isDisposed) return
    await posting.postEvent(kit, heard, at)
  }
  for (const heard of missed) void hear(...heard)
  return store.onEvent((...heard) => void hear(...heard))
}
