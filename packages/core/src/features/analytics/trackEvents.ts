import { KitError } from '@billfold/protocol/error'
import type { Kit } from '../../kit.ts'
import { loadQueries } from '../../loadQueries.ts'
import type { Stop } from '../../ports/clock.ts'
import { connectedAccount } from '../account/account.ts'
import { analyticsConfigQuery } from './analyticsConfigQuery.ts'
import { type Tracked, trackedEventOf } from './trackedEventOf.ts'

/** Listens and tells our server, if both the site and the project turned it on: no feature knows that analytics exists. */
export function trackEvents(kit: Kit): Stop {
  let warned = false
  async function post({ event, properties }: Tracked) {
    const { ports, options, store, api } = kit
    if (!options.features.analytics) return
    const timestamp = ports.clock.now()
    const address = connectedAccount(store.get())?.address
    try {
      if (!(await (await loadQueries(kit)).fetchQuery(analyticsConfigQuery(kit)))) return
      await api.e({
        eventId: ports.page.randomId(),
        url: ports.page.href(),
        domain: ports.page.origin(),
        timestamp,
        props: { type: 'track', event, ...(properties ? { properties } : {}), ...(address ? { address } : {}) },
      })
      warned = false
    } catch (e) {
      // A lost event is nobody's loss but the statistics'; only a refused origin is the developer's to mend, said once.
      if (KitError.from(e).code !== 'origin_not_allowed' || warned) return
      warned = true
      store.send({ type: 'analytics/refused', origin: ports.page.origin() })
    }
  }
  return kit.store.onEvent((event, after, before) => {
    const tracked = trackedEventOf(event, after, before)
    if (tracked) void post(tracked)
  })
}
