import type { Kit } from '../../kit.ts'
import type { AlertCode } from '../../model/alert.ts'
import { alertTitles } from '../../model/alertTitles.ts'
import type { Event } from '../../model/state.ts'

/**
 * Reports problems that only the developer can fix: a network that wallets do not know, or, without an event, a missing
 * project id.
 */
export function alertDeveloper(kit: Kit, event?: Extract<Event, { type: 'switch/failed' }>): void {
  if (!event) raiseAlert(kit, 'projectMissing', 'Pass a projectId to createAppKit.')
  else if (event.code === 'network_unknown') raiseAlert(kit, 'networkUnknown', `${event.message}. Add it to networks.`)
}

/** Logs an alert for the developer, and shows it in `debug` mode. */
export function raiseAlert(kit: Kit, code: AlertCode, detail: string): void {
  kit.ports.log.error(`${alertTitles[code]}: ${detail}`)
  if (kit.options.debug) kit.store.send({ type: 'alert/raised', code, detail })
}
