import { createAppKit } from '../../src/createAppKit.tsx'
import { qrSigner } from '../../src/qrSigner.ts'
import { networks } from './networks.ts'
import { pageSetup } from './pageSetup.ts'

// A site that adds the signer of QR codes.
const appKit = createAppKit({
  projectId: 'harness',
  networks: networks(location.origin, false),
  apiUrl: location.origin,
  connectors: [qrSigner()],
  ...pageSetup().options,
})
Object.assign(window, { appKit })
