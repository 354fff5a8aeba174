import { createLog } from '../log/createLog.ts'
import { exitWith } from '../process/exitWith.ts'
import { leaveOnSignal } from '../process/leaveOnSignal.ts'
import { readRelayConfig } from './relayConfig.ts'
import { startRelay } from './startRelay.ts'

/** Runs the relay, with settings from the environment, until SIGTERM or SIGINT; a second signal exits at once. */
try {
  const config = readRelayConfig(process.env)
  const log = createLog(config.logLevel)
  const relay = await startRelay(config, log)
  leaveOnSignal(log, () => relay.close())
  log.info({ url: relay.url, startMs: Math.round(performance.now()) }, 'relay ready')
} catch (e) {
  exitWith(e)
}
