import type { Kit } from '../../kit.ts'
import type { AlertCode } from '../../model/alert.ts'
import { alertTitles } from '../../model/alertTitles.ts'

/** Logs an alert for the developer, and shows it in `debug` mode. */
export function raiseAlert(kit: Kit, code: AlertCode, detail: string): void {
  kit.ports.log.error(`${alertTitles[code]}: ${detail}`)
  if (kit.options.debug) kit.store.send({ type: 'alert/raised', code, detail })
}
