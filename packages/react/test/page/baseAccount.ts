import { baseAccount } from '../../src/baseAccount.ts'
import { createAppKit } from '../../src/createAppKit.tsx'
import { networks } from './networks.ts'
import { pageSetup } from './pageSetup.ts'

const appKit = createAppKit({
  projectId: 'harness',
  networks: networks(location.origin, false),
  apiUrl: location.origin,
  connectors: [baseAccount({ walletUrl: 'https://keys.base.example/connect' })],
  ...pageSetup().options,
})
window.harness = { appKit, wallet: undefined }
