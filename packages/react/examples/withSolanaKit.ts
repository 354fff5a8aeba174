import { useAppKitAccount, useAppKitProvider, type WalletProvider } from '@billfold/react'
import { solanaSigner } from '@billfold/react/solana'
import { createSignableMessage } from '@solana/kit'

export function useSolanaSignature() {
  const { walletProvider } = useAppKitProvider<WalletProvider>('solana')
  const { address } = useAppKitAccount({ namespace: 'solana' })
  return async (text: string) => {
    if (!walletProvider || !address) throw new Error('Connect a Solana wallet first')
    const signer = solanaSigner(walletProvider, address)
    const [signed] = await signer.modifyAndSignMessages([createSignableMessage(text)])
    return signed?.signatures[signer.address]
  }
}
