import type { Kit } from '../kit.ts'
import type { Event } from '../model/state.ts'

/** Reports set-up problems to the developer: of an event, or of the kit's creation. */
export const alertLater = (kit: Kit, event?: Extract<Event, { type: 'switch/failed' }>): void =>
  void import('../features/alert/alertDeveloper.ts').then((m) => m.alertDeveloper(kit, event), kit.ports.log.error)
