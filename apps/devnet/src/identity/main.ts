import { runChain } from '../runChain.ts'
import { StartError } from '../startError.ts'
import { readIdentityConfig } from './identityConfig.ts'
import { startIdentity } from './startIdentity.ts'

await runChain(async () => {
  const config = readIdentityConfig(process.env)
  if (!config) throw new StartError('DEVNET_IDENTITY is off: there is nothing to start.')
  const { url, close } = await startIdentity(config)
  return { says: `Social logins at ${url}`, close }
})
