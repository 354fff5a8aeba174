import { KitError } from '@billfold/protocol/error'
import type { Kit } from '../../kit.ts'
import { queriesOf } from '../../queriesOf.ts'
import type { Heard } from '../../store.ts'
import { analyticsConfigQuery } from './analyticsConfigQuery.ts'
import { trackedEventOf } from './trackedEventOf.ts'

/** When it happened, and to whom. */
export type At = { timestamp: number; address: string | undefined }

/** Tells our server of an event that analytics knows, if the project turned that on; whether it refused this page's origin. */
export async function postEvent(kit: Kit, heard: Heard, { timestamp, address }: At): Promise<boolean | undefined> {
  const tracked = trackedEventOf(...heard)
  if (!tracked) return undefined
  const { page } = kit.ports
  try {
    if (!(await queriesOf(kit).fetchQuery(analyticsConfigQuery(kit)))) return false
    await kit.api.e({
      eventId: page.randomId(),
      url: page.href(),
      domain: page.origin(),
      timestamp,
      props: { type: 'track', ...tracked, ...(address ? { address } : {}) },
    })
    return false
  } catch (e) {
    // A lost event is nobody's loss but the statistics'; only a refused origin is the developer's to mend.
    return KitError.from(e).code === 'origin_not_allowed'
  }
}
