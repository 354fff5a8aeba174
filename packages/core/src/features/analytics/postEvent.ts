import { KitError } from '@billfold/protocol/error'
import type { Kit } from '../../kit.ts'
import { queriesOf } from '../../queriesOf.ts'
import type { Heard } from '../../store.ts'
import { analyticsConfigQuery } from './analyticsConfigQuery.ts'

import { type Tracked, trackedEventsOf } from './trackedEventOf.ts'

/** When it happened, and to whom. */
export type At = { timestamp: number; address: string | undefined }

const begun = new WeakSet<Kit>()

/** Tells our server of an event that analytics knows, if the project turned that on; whether it refused this page's origin. */
export async function postEvent(kit: Kit, heard: Heard, at: At): Promise<boolean | undefined> {
  const tracked = trackedEventsOf(...heard)
  if (tracked.length === 0) return undefined
  try {
    if (!(await queriesOf(kit).fetchQuery(analyticsConfigQuery(kit)))) return false
    await Promise.all([...beginning(kit), ...tracked].map((one) => post(kit, one, at)))
    return false
  } catch (e) {
    // A lost event is nobody's loss but the statistics'; only a refused origin is the developer's to mend.
    return KitError.from(e).code === 'origin_not_allowed'
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

/** How the site set the kit up: told ahead of the first event, since a page that rests asks nobody anything. No address of a node, which may hold a key. */
function beginning(kit: Kit): Tracked[] {
  if (begun.has(kit)) return []
  begun.add(kit)
  const { network, options } = kit.store.get()
  const { features, metadata, projectId, sdkType, sdkVersion, enableWalletConnect, enableWallets } = options
  const said = { projectId, metadata, features, sdkType, sdkVersion, enableWalletConnect, enableWallets }
  const networks = network.requested.map(({ networkId }) => networkId)
  return [{ event: 'INITIALIZE', properties: { ...said, networks } }]
}
