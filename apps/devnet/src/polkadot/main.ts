import { runChain } from '../runChain.ts'
import { StartError } from '../startError.ts'
import { readPolkadotConfig } from './polkadotConfig.ts'
import { startPolkadot } from './startPolkadot.ts'

await runChain(
  async () => {
    const config = readPolkadotConfig(process.env)
    if (!config) throw new StartError('DEVNET_POLKADOT is off: there is nothing to start.')
    const { chain, close } = await startPolkadot(config)
    return { says: `${chain.name} answers at ${chain.rpcUrl} and starts when it is first asked`, close }
  },
  // Chopsticks may be in the middle of a block: nothing of it is needed any more.
  { maxCloseMs: 2_000 },
)
