import { promisify } from 'node:util'
import type { Log } from '../log/createLog.ts'
import { describeError } from '../log/describeError.ts'
import { exitWith } from './exitWith.ts'

/** How long requests in flight may take after an uncaught error. */
const patienceMs = 10_000

/**
 * Ends the process cleanly on SIGTERM or SIGINT; a second signal does not wait. An uncaught error ends it too, since its state cannot be
 * trusted any more: it is logged, requests in flight are answered, and the supervisor restarts the process.
 */
export function leaveOnSignal(log: Log, close: (options: { isHurried: boolean }) => Promise<void>): void {
  let isLeaving = false
  const leave = async (signal: string, isHurried = false) => {
    if (isLeaving) process.exit(1)
    isLeaving = true
    log.info({ signal }, 'shutting down')
    await close({ isHurried })
    log.info('stopped')
    await promisify(log.flush).call(log)
  }
  for (const name of ['uncaughtException', 'unhandledRejection'] as const)
    process.on(name, (error: unknown) => {
      log.fatal({ error: describeError(error) }, 'uncaught error')
      if (isLeaving) return
      setTimeout(() => process.exit(1), patienceMs).unref()
      leave(name, true).then(() => process.exit(1), exitWith)
    })
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => leave(signal).then(() => process.exit(0), exitWith))
}
