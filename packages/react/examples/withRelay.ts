import { createAppKit } from '@billfold/react'
import { mainnet } from '@billfold/react/networks'

createAppKit({
  projectId: 'my-site',
  networks: [mainnet],
  relayUrl: ['wss://relay.example.com', 'wss://relay-2.example.com'],
  relays: [{ url: 'wss://relay.walletconnect.org', projectId: 'your-project-id-there' }],
})
