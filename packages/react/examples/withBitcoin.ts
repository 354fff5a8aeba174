import { type BitcoinProvider, useAppKitAccount, useAppKitProvider } from '@billfold/react'

export function useBitcoinSignature() {
  const { walletProvider } = useAppKitProvider<BitcoinProvider>('bip122')
  const { address } = useAppKitAccount({ namespace: 'bip122' })
  return async (message: string) => {
    if (!walletProvider || !address) throw new Error('Connect a Bitcoin wallet first')
    return walletProvider.signMessage({ message, address })
  }
}
