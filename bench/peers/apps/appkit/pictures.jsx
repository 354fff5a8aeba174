import { arbitrum, mainnet } from '@reown/appkit/networks'
import { createAppKit } from '@reown/appkit/react'
import { WagmiAdapter } from '@reown/appkit-adapter-wagmi'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { WagmiProvider } from 'wagmi'

const projectId = '00000000000000000000000000000000'
const networks = [mainnet, arbitrum]
const adapter = new WagmiAdapter({ projectId, networks })
const metadata = { name: 'Harbor Market', description: 'Pictures', url: location.origin, icons: [] }
createAppKit({ adapters: [adapter], networks, projectId, metadata })

createRoot(document.getElementById('root')).render(
  <WagmiProvider config={adapter.wagmiConfig}>
    <QueryClientProvider client={new QueryClient()}>
      <appkit-button />
    </QueryClientProvider>
  </WagmiProvider>,
)
