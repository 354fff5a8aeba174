import type { Kit } from '../../kit.ts'
import type { Event } from '../../store.ts'
import { raiseAlert } from './raiseAlert.ts'

/** Tells the developer what only they can mend: an origin that the project does not list, a network that wallets do not know. */
export function alertDeveloper(kit: Kit, event: Extract<Event, { type: 'analytics/refused' | 'switch/failed' }>): void {
  if (event.type === 'analytics/refused')
    raiseAlert(kit, 'invalidAppConfiguration', `The origin ${event.origin} is not allowed for this project`)
  else if (event.code === 'network_unknown') raiseAlert(kit, 'networkUnknown', `${event.message}. Add it to networks`)
}
