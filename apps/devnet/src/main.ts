import { endOnFault } from '@billfold/protocol/endOnFault'
import { readDevnetConfig } from './devnetConfig.ts'
import { type Devnet, startDevnet } from './startDevnet.ts'
import { StartError } from './startError.ts'

let devnet: Devnet | undefined

async function stop() {
  // Closing is quick; a hang must not keep a terminal waiting. In steps: a machine that stood still is not a hang.
  let turns = 30
  setInterval(() => --turns || process.exit(1), 100).unref()
  await devnet?.close()
  process.exit(0)
}
endOnFault(process, { say: (error) => console.error(`uncaught error: ${error}`), close: () => devnet?.close() })
process.once('SIGTERM', stop)
process.once('SIGINT', stop)

try {
  devnet = await startDevnet(readDevnetConfig(process.env))
  for (const { name, id, rpcUrl, wsUrl } of devnet.manifest.chains)
    console.log(`${name} (chain id ${id}) answers at ${rpcUrl} and ${wsUrl}`)
  console.log(`Manifest: ${devnet.manifest.faucetUrl.replace('/faucet', '/manifest.json')}`)
} catch (error) {
  if (!(error instanceof StartError)) throw error
  console.error(error.message)
  process.exit(1)
}
