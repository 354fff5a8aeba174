import { mainnet } from '@reown/appkit/networks'
import { createAppKit } from '@reown/appkit/react'
import { WagmiAdapter } from '@reown/appkit-adapter-wagmi'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { WagmiProvider } from 'wagmi'

// A site in its maintainers' own words: nothing here knows of another server.
const projectId = 'billfold-local'
const networks = [mainnet]
const adapter = new WagmiAdapter({ projectId, networks })
const metadata = { name: 'A site', description: 'A site with AppKit', url: location.origin, icons: [] }
// For the tests' requests.
window.site = createAppKit({
  adapters: [adapter],
  networks,
  projectId,
  metadata,
  enableCoinbase: false,
})

createRoot(document.getElementById('root')).render(
  <WagmiProvider config={adapter.wagmiConfig}>
    <QueryClientProvider client={new QueryClient()}>
      <appkit-button />
    </QueryClientProvider>
  </WagmiProvider>,
)
