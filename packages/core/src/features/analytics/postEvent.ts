import type { Kit } from '../../kit.ts'
import { queriesOf } from '../../queries/queriesOf.ts'
import type { EventArgs } from '../../store/store.ts'
import { analyticsConfigQuery } from './analyticsConfigQuery.ts'

import { initializeEvent, type Tracked, trackedEventsOf } from './trackedEventOf.ts'

/** Time and account of the event. */
export type At = { timestamp: number; address: string | undefined }

const begun = new WeakSet<Kit>()

/** Sends a tracked event to our server, if the project enabled analytics. */
export async function postEvent(kit: Kit, args: EventArgs, at: At): Promise<void> {
  const tracked = trackedEventsOf(...args)
  if (tracked.length === 0) return
  try {
    if (!(await queriesOf(kit).fetchQuery(analyticsConfigQuery(kit)))) return
    await Promise.all([...beginning(kit), ...tracked].map((one) => post(kit, one, at)))
  } catch {
    // A lost event only affects statistics; the call itself reports what the developer can fix.
  }
}

function post({ api, ports: { page } }: Kit, tracked: Tracked, { timestamp, address }: At): Promise<unknown> {
  return api.e({
    eventId: page.randomId(),
    url: page.href(),
    domain: page.origin(),
    timestamp,
    props: { type: 'track', ...tracked, ...(address ? { address } : {}) },
  })
}

/** Sent before the first event, since an idle page makes no requests. */
function beginning(kit: Kit): Tracked[] {
  if (begun.has(kit)) return []
  begun.add(kit)
  return [initializeEvent(kit.store.get())]
}
