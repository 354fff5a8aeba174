import { readFileSync, statSync } from 'node:fs'
import { endOnFault } from '@billfold/protocol/endOnFault'
import { resolveSettings } from '@billfold/protocol/settings/resolveSettings'
import { buildNotice } from './buildFrame.ts'
import { readConfig } from './readConfig.ts'
import { startFrame } from './startFrame.ts'

const log = (line: Record<string, string | number>) =>
  console.log(JSON.stringify({ time: new Date().toISOString(), ...line }))
try {
  const files = {
    readText: (path: string) => readFileSync(path, 'utf8'),
    modeOf: (path: string) => statSync(path).mode,
  }
  const { values, unknown } = resolveSettings('frame', process.env, files)
  for (const { name, nearest = '' } of unknown) log({ event: 'unknown setting', name, nearest })
  if (buildNotice) console.log(buildNotice)
  const frame = await startFrame(readConfig(values), { log })
  log({ event: 'listening', url: frame.url })
  endOnFault(process, {
    say: (error) => log({ event: 'uncaught error', error }),
    close: () => frame.close({ isHurried: true }),
  })
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.once(signal, () => void frame.close().then(() => process.exit(0)))
} catch (error) {
  console.error(error instanceof Error ? error.message : 'The frame could not start.')
  process.exit(1)
}
