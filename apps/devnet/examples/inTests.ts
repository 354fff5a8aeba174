import { startDevnet } from '@billfold/devnet/startDevnet'
import { createPublicClient, http } from 'viem'

const devnet = await startDevnet({
  host: '127.0.0.1',
  port: 0,
  evmPort: 0,
  chainIds: [31337],
  blockTime: 0,
  market: false,
})
const [chain] = devnet.manifest.chains
const client = createPublicClient({ transport: http(chain?.rpcUrl) })
console.log(await client.getBlockNumber())
await devnet.close()
