import { AppKitButton, createAppKit, useAppKitAccount } from '@billfold/react'
import { base, mainnet } from '@billfold/react/networks'
import { billfoldConnector } from '@billfold/react/wagmi'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { verifyMessage, verifyTypedData } from 'viem'
import * as chains from 'viem/chains'
import { createConfig, http, useAccount, useConnect, useSignMessage, useSignTypedData, WagmiProvider } from 'wagmi'

// A site with wagmi, viem and React of its own, all of which share their copies with the kit.
const appKit = createAppKit({ projectId: 'p', networks: [mainnet, base], apiUrl: location.origin })
const config = createConfig({
  chains: [chains.mainnet, chains.base],
  connectors: [billfoldConnector(appKit)],
  transports: { 1: http(), 8453: http() },
  multiInjectedProviderDiscovery: false,
})
const message = 'Grüezi'
const typed = {
  domain: { name: 'Ranges', version: '1', chainId: 1 },
  types: { Note: [{ name: 'text', type: 'string' }] },
  primaryType: 'Note',
  message: { text: message },
} as const

function Page() {
  const { address } = useAppKitAccount()
  const account = useAccount()
  const { connect, connectors } = useConnect()
  const { data: signature, signMessage } = useSignMessage()
  const { data: typedSignature, signTypedData } = useSignTypedData()
  const verify = async () => {
    const own = account.address
    if (!own || !signature || !typedSignature) return
    const isValid = await verifyMessage({ address: own, message, signature })
    const isTypedValid = await verifyTypedData({ address: own, signature: typedSignature, ...typed })
    document.title = isValid && isTypedValid ? 'both signatures are valid' : 'a signature is invalid'
  }
  return (
    <main>
      <AppKitButton />
      <button type="button" onClick={() => connectors[0] && connect({ connector: connectors[0] })}>
        Connect by wagmi
      </button>
      <button type="button" onClick={() => signMessage({ message })}>
        Sign a message
      </button>
      <button type="button" onClick={() => signTypedData(typed)}>
        Sign typed data
      </button>
      <button type="button" disabled={!signature || !typedSignature} onClick={() => void verify()}>
        Verify
      </button>
      <output>{address === undefined ? 'Nobody' : `${address === account.address} on ${account.chainId}`}</output>
    </main>
  )
}
createRoot(document.getElementById('root')!).render(
  <WagmiProvider config={config}>
    <QueryClientProvider client={new QueryClient()}>
      <Page />
    </QueryClientProvider>
  </WagmiProvider>,
)
