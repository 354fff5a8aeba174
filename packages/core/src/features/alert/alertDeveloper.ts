import type { Kit } from '../../kit.ts'
import type { Event } from '../../model/state.ts'
import { raiseAlert } from './raiseAlert.ts'

/**
 * Reports problems that only the developer can fix: a network that wallets do not know, or, without an event, a missing
 * project id.
 */
export function alertDeveloper(kit: Kit, event?: Extract<Event, { type: 'switch/failed' }>): void {
  if (!event) raiseAlert(kit, 'projectMissing', 'Pass a projectId to createAppKit.')
  else if (event.code === 'network_unknown') raiseAlert(kit, 'networkUnknown', `${event.message}. Add it to networks.`)
}
