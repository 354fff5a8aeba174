import { promisify } from 'node:util'
import type { Log } from '../log/createLog.ts'
import { exitWith } from './exitWith.ts'

/** Ends the process cleanly on SIGTERM or SIGINT; a second signal does not wait. */
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
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => leave(signal).then(() => process.exit(0), exitWith))
}
