import { AppKitButton, createAppKit, useAppKitAccount, useAppKitNetwork } from '@billfold/react'
import { base, mainnet, sepolia } from '@billfold/react/networks'

createAppKit({
  projectId: 'my-site',
  apiUrl: 'https://api.example.com',
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
      {isConnected ? `${address} on ${caipNetwork?.name}` : 'Nobody yet'}
    </header>
  )
}
