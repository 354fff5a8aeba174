import { AppKitButton, createAppKit } from '@billfold/react'
import { arbitrum, mainnet } from '@billfold/react/networks'
import { createRoot } from 'react-dom/client'

createAppKit({
  projectId: '00000000000000000000000000000000',
  networks: [mainnet, arbitrum],
  metadata: { name: 'Bench', description: 'Bench', url: location.origin, icons: [] },
  apiUrl: location.origin,
})
createRoot(document.getElementById('root')).render(<AppKitButton />)
