import { createLog } from '../log.ts'
import { exitWith } from '../startupError.ts'
import { readRelayConfig } from './relayConfig.ts'
import { startRelay } from './startRelay.ts'

/** Runs the relay as a process: settings from the environment, until SIGTERM or SIGINT; a second signal does not wait. */
export async function runRelay(env: NodeJS.ProcessEnv): Promise<void> {
  try {
    const config = readRelayConfig(env)
    const log = createLog(config.logLevel)
    const relay = await startRelay(config, log)
    let isLeaving = false
    const leave = async (signal: string) => {
      if (isLeaving) process.exit(1)
      isLeaving = true
      log.info({ signal }, 'shutting down')
      await relay.close()
      log.info('stopped')
    }
    for (const signal of ['SIGTERM', 'SIGINT'] as const)
      process.on(signal, () => leave(signal).then(() => process.exit(0), exitWith))
    log.info({ url: relay.url, startMs: Math.round(performance.now()) }, 'relay ready')
  } catch (e) {
    exitWith(e)
  }
}
