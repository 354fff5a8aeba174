import { endOnFault } from '@billfold/protocol/endOnFault'
import { readConfig } from './readConfig.ts'
import { startGuardian } from './startGuardian.ts'

const log = (line: Record<string, string | number>) =>
  console.log(JSON.stringify({ time: new Date().toISOString(), ...line }))
try {
  const guardian = await startGuardian(readConfig(process.env), log)
  log({ event: 'listening', url: guardian.url })
  endOnFault(process, { say: (error) => log({ event: 'uncaught error', error }), close: () => guardian.close() })
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.once(signal, () => void guardian.close().then(() => process.exit(0)))
} catch (error) {
  console.error(error instanceof Error ? error.message : 'The guardian could not start.')
  process.exit(1)
}
