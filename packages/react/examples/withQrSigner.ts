import { createAppKit } from '@billfold/react'
import { mainnet } from '@billfold/react/networks'
import { qrSigner } from '@billfold/react/qr-signer'

createAppKit({
  projectId: 'YOUR_PROJECT_ID',
  networks: [mainnet],
  apiUrl: 'https://api.example.com',
  connectors: [qrSigner()],
})
