import { StartError } from '../startError.ts'
import { readSolanaConfig } from './solanaConfig.ts'
import { type RunningSolana, startSolana } from './startSolana.ts'

let running: RunningSolana | undefined

async function stop() {
  await running?.close()
  process.exit(0)
}
process.once('SIGTERM', stop)
process.once('SIGINT', stop)

try {
  const config = readSolanaConfig(process.env)
  if (!config) throw new StartError('DEVNET_SOLANA is off: there is nothing to start.')
  running = await startSolana(config)
  console.log(`${running.chain.name} answers at ${running.chain.rpcUrl} and ${running.chain.wsUrl}`)
} catch (error) {
  if (!(error instanceof StartError)) throw error
  console.error(error.message)
  process.exit(1)
}
