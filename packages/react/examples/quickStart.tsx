import { AppKitButton, createAppKit, useAppKitAccount, useAppKitNetwork } from '@billfold/react'
import { base, mainnet, sepolia } from '@billfold/react/networks'

createAppKit({
  // What `npm start` runs, for pages on localhost; for your own API see below.
  projectId: 'billfold-local',
  apiUrl: 'http://127.0.0.1:4102',
  networks: [mainnet, base, sepolia],
  customRpcUrls: { 'eip155:1': ['https://rpc.example.com/ethereum'] },
  metadata: { name: 'My site', description: 'What it is for', url: 'https://www.example.com', icons: [] },
})

export function Header() {
  const { address, isConnected } = useAppKitAccount()
  const { caipNetwork } = useAppKitNetwork()
  return (
    <header>
      <AppKitButton />
      {isConnected ? `${address} on ${caipNetwork?.name}` : 'Not connected'}
    </header>
  )
}
