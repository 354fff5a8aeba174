import type { Kit } from '../../kit.ts'
import type { AlertCode } from './alert.ts'
import { alertTitles } from './alertTitles.ts'

/** Tells the developer, always in the log and in `debug` also on the screen. */
export function raiseAlert(kit: Kit, code: AlertCode, detail: string): void {
  kit.ports.log.error(`${alertTitles[code]}: ${detail}`)
  if (kit.options.debug) kit.store.send({ type: 'alert/raised', code, detail })
}
