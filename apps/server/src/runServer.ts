import { readConfig } from './config.ts'
import type { AppDeps } from './createApp.ts'
import { createLog } from './log.ts'
import { startServer } from './startServer.ts'
import { exitWith } from './startupError.ts'

/** Runs the server as a process: settings from the environment, until SIGTERM or SIGINT; a second signal does not wait. */
export async function runServer(env: NodeJS.ProcessEnv, mount?: AppDeps['mount']): Promise<void> {
  try {
    const config = readConfig(env)
    const log = createLog(config.logLevel)
    const server = await startServer(config, log, mount)
    let isLeaving = false
    const leave = async (signal: string) => {
      if (isLeaving) process.exit(1)
      isLeaving = true
      log.info({ signal }, 'shutting down')
      await server.close()
      log.info('stopped')
    }
    for (const signal of ['SIGTERM', 'SIGINT'] as const)
      process.on(signal, () => leave(signal).then(() => process.exit(0), exitWith))
    log.info({ url: server.url, startMs: Math.round(performance.now()) }, 'server ready')
  } catch (e) {
    exitWith(e)
  }
}
