import type { Kit } from '../../kit.ts'
import { queriesOf } from '../../queriesOf.ts'
import type { Heard } from '../../store.ts'
import { analyticsConfigQuery } from './analyticsConfigQuery.ts'

import { initializeEvent, type Tracked, trackedEventsOf } from './trackedEventOf.ts'

/** When it happened, and for which account. */
export type At = { timestamp: number; address: string | undefined }

const begun = new WeakSet<Kit>()

/** Tells our server of an event that analytics knows, if the project turned that on. */
export async function postEvent(kit: Kit, heard: Heard, at: At): Promise<void> {
  const tracked = trackedEventsOf(...heard)
  if (tracked.length === 0) return
  try {
    if (!(await queriesOf(kit).fetchQuery(analyticsConfigQuery(kit)))) return
    await Promise.all([...beginning(kit), ...tracked].map((one) => post(kit, one, at)))
  } catch {
    // A lost event costs only the statistics; what the developer can fix is reported by the call itself.
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

/** Told ahead of the first event, since a page that rests asks no one anything. */
function beginning(kit: Kit): Tracked[] {
  if (begun.has(kit)) return []
  begun.add(kit)
  return [initializeEvent(kit.store.get())]
}
