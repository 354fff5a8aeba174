import { KitError } from '@billfold/protocol/error'
import type { Kit } from '../../kit.ts'
import { queriesOf } from '../../queriesOf.ts'
import { analyticsConfigQuery } from './analyticsConfigQuery.ts'
import type { Tracked } from './trackedEventOf.ts'

/** What happened, when, and to whom. */
export type Happened = Tracked & { timestamp: number; address?: string | undefined }

/** Tells our server of it, if the project turned that on; answers whether the server refused this page's origin. */
export async function postEvent(kit: Kit, { event, properties, timestamp, address }: Happened): Promise<boolean> {
  const { page } = kit.ports
  try {
    if (!(await queriesOf(kit).fetchQuery(analyticsConfigQuery(kit)))) return false
    await kit.api.e({
      eventId: page.randomId(),
      url: page.href(),
      domain: page.origin(),
      timestamp,
      props: { type: 'track', event, ...(properties ? { properties } : {}), ...(address ? { address } : {}) },
    })
    return false
  } catch (e) {
    // A lost event is nobody's loss but the statistics'; only a refused origin is the developer's to mend.
    return KitError.from(e).code === 'origin_not_allowed'
  }
}
