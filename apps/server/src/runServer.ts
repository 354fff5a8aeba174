import { readConfig } from './config.ts'
import type { AppDeps } from './createApp.ts'
import { createLog } from './log/createLog.ts'
import { exitWith } from './process/exitWith.ts'
import { leaveOnSignal } from './process/leaveOnSignal.ts'
import { startServer } from './startServer.ts'

/** Runs the server as a process: settings from the environment, until SIGTERM or SIGINT; a second signal does not wait. */
export async function runServer(env: NodeJS.ProcessEnv, mount?: AppDeps['mount']): Promise<void> {
  try {
    const config = readConfig(env)
    const log = createLog(config.logLevel)
    const server = await startServer(config, log, mount)
    leaveOnSignal(log, () => server.close())
    log.info({ url: server.url, startMs: Math.round(performance.now()) }, 'server ready')
  } catch (e) {
    exitWith(e)
  }
}
