import { endOnFault } from '@billfold/protocol/endOnFault'
import { readConfig } from './readConfig.ts'
import { startFrame } from './startFrame.ts'

const log = (line: Record<string, string | number>) =>
  console.log(JSON.stringify({ time: new Date().toISOString(), ...line }))
try {
  console.log('… building the wallet’s page')
  const frame = await startFrame(readConfig(process.env), { log })
  log({ event: 'listening', url: frame.url })
  endOnFault(process, { say: (error) => log({ event: 'uncaught error', error }), close: () => frame.close() })
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.once(signal, () => void frame.close().then(() => process.exit(0)))
} catch (error) {
  console.error(error instanceof Error ? error.message : 'The frame could not start.')
  process.exit(1)
}
