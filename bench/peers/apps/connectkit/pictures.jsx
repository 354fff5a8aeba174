import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { ConnectKitButton, ConnectKitProvider, getDefaultConfig } from 'connectkit'
import { createRoot } from 'react-dom/client'
import { createConfig, WagmiProvider } from 'wagmi'
import { arbitrum, mainnet } from 'wagmi/chains'

const walletConnectProjectId = '00000000000000000000000000000000'
const config = createConfig(
  getDefaultConfig({ appName: 'Harbor Market', walletConnectProjectId, chains: [mainnet, arbitrum] }),
)

createRoot(document.getElementById('root')).render(
  <WagmiProvider config={config}>
    <QueryClientProvider client={new QueryClient()}>
      <ConnectKitProvider>
        <ConnectKitButton />
      </ConnectKitProvider>
    </QueryClientProvider>
  </WagmiProvider>,
)
