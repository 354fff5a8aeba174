import type { Kit } from '../../kit.ts'
import type { Event } from '../../store.ts'
import { raiseAlert } from './raiseAlert.ts'

/** Tells the developer what only they can mend: a network that wallets do not know, or, of no event, a project that is missing. */
export function alertDeveloper(kit: Kit, event?: Extract<Event, { type: 'switch/failed' }>): void {
  if (!event) raiseAlert(kit, 'projectMissing', 'Pass a projectId to createAppKit.')
  else if (event.code === 'network_unknown') raiseAlert(kit, 'networkUnknown', `${event.message}. Add it to networks.`)
}
