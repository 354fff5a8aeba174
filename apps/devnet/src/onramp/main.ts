import { runChain } from '../runChain.ts'
import { StartError } from '../startError.ts'
import { readOnrampConfig } from './onrampConfig.ts'
import { startOnramp } from './startOnramp.ts'

await runChain(async () => {
  const config = readOnrampConfig(process.env)
  if (!config) throw new StartError('DEVNET_ONRAMP is off: there is nothing to start.')
  const { url, close } = await startOnramp(config)
  return { says: `Coins of the local network are sold at ${url}`, close }
})
