import { endOnFault } from '@billfold/protocol/endOnFault'
import { StartError } from '../startError.ts'
import { readPolkadotConfig } from './polkadotConfig.ts'
import { type RunningPolkadot, startPolkadot } from './startPolkadot.ts'

let running: RunningPolkadot | undefined

async function stop() {
  // Chopsticks may be in the middle of a block: nothing of it is needed any more.
  setTimeout(() => process.exit(0), 2_000).unref()
  await running?.close()
  process.exit(0)
}
endOnFault(process, { say: (error) => console.error(`uncaught error: ${error}`), close: () => running?.close() })
process.once('SIGTERM', stop)
process.once('SIGINT', stop)

try {
  const config = readPolkadotConfig(process.env)
  if (!config) throw new StartError('DEVNET_POLKADOT is off: there is nothing to start.')
  running = await startPolkadot(config)
  console.log(`${running.chain.name} answers at ${running.chain.rpcUrl} and starts when it is first asked`)
} catch (error) {
  if (!(error instanceof StartError)) throw error
  console.error(error.message)
  process.exit(1)
}
