import { endOnFault } from '@billfold/protocol/endOnFault'
import { readConfig } from './readConfig.ts'
import { startFrame } from './startFrame.ts'

const log = (line: Record<string, string | number>) =>
  console.log(JSON.stringify({ time: new Date().toISOString(), ...line }))

/** Runs the frame's server as a process, with settings from the environment and a built page, until SIGTERM or SIGINT. */
export async function runFrame(env: NodeJS.ProcessEnv, folder: () => string | Promise<string>): Promise<void> {
  try {
    const frame = await startFrame(readConfig(env), { folder: folder(), log })
    log({ event: 'listening', url: frame.url })
    endOnFault(process, { say: (error) => log({ event: 'uncaught error', error }), close: () => frame.close() })
    for (const signal of ['SIGTERM', 'SIGINT'] as const)
      process.once(signal, () => void frame.close().then(() => process.exit(0)))
  } catch (error) {
    console.error(error instanceof Error ? error.message : 'The frame could not start.')
    process.exit(1)
  }
}
