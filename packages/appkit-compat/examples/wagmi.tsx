import { WagmiAdapter } from '@billfold/appkit-compat/adapter-wagmi'
import { createAppKit, useAppKit, useAppKitAccount, useAppKitNetwork } from '@billfold/appkit-compat/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { useAccount, useBalance, useDisconnect, useSignMessage, WagmiProvider } from 'wagmi'
import { metadata, networks, projectId } from './site.ts'

const queryClient = new QueryClient()
const wagmiAdapter = new WagmiAdapter({ networks, projectId, ssr: true })

createAppKit({
  adapters: [wagmiAdapter],
  networks,
  projectId,
  metadata,
  themeMode: 'light',
  features: { analytics: true, email: false, socials: [] },
  themeVariables: { '--w3m-accent': '#000000' },
})

function Actions() {
  const { open } = useAppKit()
  const { address, isConnected } = useAppKitAccount()
  const { caipNetwork } = useAppKitNetwork()
  const account = useAccount()
  const { data: balance } = useBalance({ address: account.address })
  const { data: signature, signMessage } = useSignMessage()
  const { disconnect } = useDisconnect()
  return (
    <>
      <button type="button" onClick={() => open({ view: 'Networks' })}>
        Networks
      </button>
      <button type="button" onClick={() => signMessage({ message: 'Hello' })}>
        Sign
      </button>
      <button type="button" onClick={() => disconnect()}>
        Leave
      </button>
      <p data-testid="appkit">{isConnected ? `${address} on ${caipNetwork?.name}` : 'nobody'}</p>
      <p data-testid="library">{account.isConnected ? `${account.address} on ${account.chainId}` : 'nobody'}</p>
      <p data-testid="balance">{balance?.value.toString()}</p>
      <p data-testid="signature">{signature}</p>
    </>
  )
}

createRoot(document.getElementById('root')!).render(
  <WagmiProvider config={wagmiAdapter.wagmiConfig}>
    <QueryClientProvider client={queryClient}>
      <appkit-button />
      <Actions />
    </QueryClientProvider>
  </WagmiProvider>,
)
