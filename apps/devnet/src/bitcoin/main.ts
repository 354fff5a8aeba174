import { runChain } from '../runChain.ts'
import { StartError } from '../startError.ts'
import { readBitcoinConfig } from './bitcoinConfig.ts'
import { startBitcoin } from './startBitcoin.ts'

await runChain(async () => {
  const config = readBitcoinConfig(process.env)
  if (!config) throw new StartError('DEVNET_BITCOIN is off: there is nothing to start.')
  const { chain, close } = await startBitcoin(config)
  return { says: `${chain.name} answers at ${chain.esploraUrl}`, close }
})
