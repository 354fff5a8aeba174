import { createAppKit } from '../../src/createAppKit.tsx'
import { installWallets } from './installWallets.ts'
import { networks } from './networks.ts'
import { pageSetup } from './pageSetup.ts'

// A page that knows nothing of React: it writes tags and calls one function.
const setup = pageSetup()
const wallet = installWallets(setup)[0]
const options = {
  projectId: 'harness',
  networks: networks(location.origin, setup.solana ?? false),
  apiUrl: location.origin,
  ...setup.options,
}
window.harness = { appKit: createAppKit(options), wallet, create: (more) => createAppKit({ ...options, ...more }) }
