import { runChain } from '../runChain.ts'
import { StartError } from '../startError.ts'
import { readSolanaConfig } from './solanaConfig.ts'
import { startSolana } from './startSolana.ts'

await runChain(async () => {
  const config = readSolanaConfig(process.env)
  if (!config) throw new StartError('DEVNET_SOLANA is off: there is nothing to start.')
  const { chain, close } = await startSolana(config)
  return { says: `${chain.name} answers at ${chain.rpcUrl} and ${chain.wsUrl}`, close }
})
