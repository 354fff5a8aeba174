import { AppKitButton, createAppKit } from '@billfold/react'
import { arbitrum, mainnet } from '@billfold/react/networks'
import { createRoot } from 'react-dom/client'

createAppKit({
  projectId: '00000000000000000000000000000000',
  networks: [mainnet, arbitrum],
  metadata: { name: 'Harbor Market', description: 'Pictures', url: location.origin, icons: [] },
  apiUrl: location.origin,
  relayUrl: 'wss://relay.walletconnect.org',
})
createRoot(document.getElementById('root')).render(<AppKitButton />)
