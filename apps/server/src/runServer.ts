import { readConfig } from './config.ts'
import type { AppDeps } from './createApp.ts'
import { createLog } from './log/createLog.ts'
import { exitWith } from './process/exitWith.ts'
import { leaveOnSignal } from './process/leaveOnSignal.ts'
import { loadSettings, warnOfUnknown } from './process/loadSettings.ts'
import { startServer } from './startServer.ts'

/** Runs the server as a process: settings from the environment and a file, until SIGTERM or SIGINT; a second signal does not wait. */
export async function runServer(env: NodeJS.ProcessEnv, mount?: AppDeps['mount']): Promise<void> {
  try {
    const { values, unknown } = loadSettings('server', env)
    const config = readConfig(values)
    const log = createLog(config.logLevel)
    warnOfUnknown(log, unknown)
    const server = await startServer(config, log, mount)
    leaveOnSignal(log, (options) => server.close(options))
    log.info({ url: server.url, startMs: Math.round(performance.now()) }, 'server ready')
  } catch (e) {
    exitWith(e)
  }
}
