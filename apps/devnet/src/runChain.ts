import { endOnFault } from '@billfold/protocol/endOnFault'
import { StartError } from './startError.ts'

/** Runs a chain as a process of its own: prints its URL, and ends on a signal. */
export async function runChain(
  start: () => Promise<{ says: string; close(): Promise<void> }>,
  { maxCloseMs }: { maxCloseMs?: number } = {},
): Promise<void> {
  let running: { close(): Promise<void> } | undefined
  const stop = async () => {
    if (maxCloseMs !== undefined) setTimeout(() => process.exit(0), maxCloseMs).unref()
    await running?.close()
    process.exit(0)
  }
  endOnFault(process, { say: (error) => console.error(`uncaught error: ${error}`), close: () => running?.close() })
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
  try {
    const started = await start()
    running = started
    console.log(started.says)
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    console.error(error.message)
    process.exit(1)
  }
}
