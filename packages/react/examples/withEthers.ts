import { useAppKitProvider, type WalletProvider } from '@billfold/react'
import { BrowserProvider } from 'ethers'

export function useSigner() {
  const { walletProvider } = useAppKitProvider<WalletProvider>('eip155')
  return async () => {
    if (!walletProvider) throw new Error('Connect a wallet first')
    return new BrowserProvider(walletProvider).getSigner()
  }
}
