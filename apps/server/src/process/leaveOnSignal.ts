import { promisify } from 'node:util'
import type { Log } from '../log/createLog.ts'
import { describeError } from '../log/describeError.ts'
import { exitWith } from './exitWith.ts'

/** So long what is in flight may take to end, after something went wrong that nobody expected. */
const patienceMs = 10_000

/**
 * Ends the process cleanly on SIGTERM or SIGINT; a second signal does not wait. What nobody caught ends it as well: nobody knows what
 * state that left behind. It is logged, what is in flight is answered, and whoever watches over the process starts it again.
 */
export function leaveOnSignal(log: Log, close: () => Promise<void>): void {
  let isLeaving = false
  const leave = async (signal: string) => {
    if (isLeaving) process.exit(1)
    isLeaving = true
    log.info({ signal }, 'shutting down')
    await close()
    log.info('stopped')
    await promisify(log.flush).call(log)
  }
  for (const name of ['uncaughtException', 'unhandledRejection'] as const)
    process.on(name, (error: unknown) => {
      log.fatal({ error: describeError(error) }, 'nobody caught this')
      if (isLeaving) return
      setTimeout(() => process.exit(1), patienceMs).unref()
      leave(name).then(() => process.exit(1), exitWith)
    })
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => leave(signal).then(() => process.exit(0), exitWith))
}
