import { createLog } from '../log/createLog.ts'
import { exitWith } from '../process/exitWith.ts'
import { leaveOnSignal } from '../process/leaveOnSignal.ts'
import { loadSettings, warnOfUnknown } from '../process/loadSettings.ts'
import { readRelayConfig } from './relayConfig.ts'
import { startRelay } from './startRelay.ts'

/**
 * Runs the relay, with settings from the environment and a file, until SIGTERM or SIGINT; a second signal exits at
 * once.
 */
try {
  const { values, unknown } = loadSettings('relay', process.env)
  const config = readRelayConfig(values)
  const log = createLog(config.logLevel)
  warnOfUnknown(log, unknown)
  const relay = await startRelay(config, log)
  leaveOnSignal(log, (options) => relay.close(options))
  log.info({ url: relay.url, startMs: Math.round(performance.now()) }, 'relay ready')
} catch (e) {
  exitWith(e)
}
