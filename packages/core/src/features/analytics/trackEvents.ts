import type { Kit } from '../../kit.ts'
import { connectedAccount } from '../../model/connectedAccount.ts'
import type { Stop } from '../../ports/clock.ts'
import type { EventArgs } from '../../store/store.ts'

/** Reports events to our server if both the site and the project enabled it; features do not know about analytics. */
export function trackEvents(kit: Kit, missed: readonly EventArgs[] = []): Stop {
  const { ports, store } = kit
  async function hear(...args: EventArgs) {
    // Wallet announcements are not tracked, so do not load the tracking code for them.
    if (!kit.options.features.analytics || args[0].type === 'connector/announced') return
    const at = { timestamp: ports.clock.now(), address: connectedAccount(store.get())?.address }
    // If the code fails to load, the event is lost; that only affects statistics.
    const posting = await import('./postEvent.ts').catch(() => undefined)
    if (!posting || kit.isDisposed) return
    await posting.postEvent(kit, args, at)
  }
  for (const args of missed) void hear(...args)
  return store.onEvent((...args) => void hear(...args))
}
