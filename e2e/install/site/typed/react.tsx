import { AppKitButton, createAppKit, useAppKitAccount, useAppKitProvider, type WalletProvider } from '@billfold/react'
import { mainnet } from '@billfold/react/networks'
import { DefaultSIWX } from '@billfold/react/siwx'

const kit = createAppKit({ projectId: 'p', networks: [mainnet], siwx: new DefaultSIWX(), themeMode: 'dark' })
export const chain: 'eip155:1' = mainnet.caipNetworkId
export const isOpen: boolean = kit.isOpen()

export function Page() {
  const address: string | undefined = useAppKitAccount().address
  const { walletProvider } = useAppKitProvider<WalletProvider>('eip155')
  return (
    <p title={address}>
      {/* @ts-expect-error: there is no such size */}
      <AppKitButton size="tiny" />
      <AppKitButton size="sm" />
      <appkit-network-button />
      {walletProvider ? 'connected' : 'nobody'}
    </p>
  )
}
