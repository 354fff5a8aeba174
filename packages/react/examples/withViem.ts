import { useAppKitAccount, useAppKitProvider, type WalletProvider } from '@billfold/react'
import { createWalletClient, custom, type Hex } from 'viem'
import { mainnet } from 'viem/chains'

export function useSignature() {
  const { walletProvider } = useAppKitProvider<WalletProvider>('eip155')
  const { address } = useAppKitAccount({ namespace: 'eip155' })
  return async (message: string) => {
    if (!walletProvider || !address) throw new Error('Connect a wallet first')
    const client = createWalletClient({ chain: mainnet, transport: custom(walletProvider) })
    return client.signMessage({ account: address as Hex, message })
  }
}
