import { readFileSync, statSync } from 'node:fs'
import { endOnFault } from '@billfold/protocol/endOnFault'
import { resolveSettings } from '@billfold/protocol/settings/resolveSettings'
import { readConfig } from './readConfig.ts'
import { startGuardian } from './startGuardian.ts'

const log = (line: Record<string, string | number>) =>
  console.log(JSON.stringify({ time: new Date().toISOString(), ...line }))
try {
  const files = {
    readText: (path: string) => readFileSync(path, 'utf8'),
    modeOf: (path: string) => statSync(path).mode,
  }
  const { values, unknown } = resolveSettings('guardian', process.env, files)
  for (const { name, nearest = '' } of unknown) log({ event: 'unknown setting', name, nearest })
  const guardian = await startGuardian(readConfig(values), log)
  log({ event: 'listening', url: guardian.url })
  endOnFault(process, {
    say: (error) => log({ event: 'uncaught error', error }),
    close: () => guardian.close({ isHurried: true }),
  })
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.once(signal, () => void guardian.close().then(() => process.exit(0)))
} catch (error) {
  console.error(error instanceof Error ? error.message : 'The guardian could not start.')
  process.exit(1)
}
