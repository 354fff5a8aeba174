import { type PolkadotProvider, useAppKitProvider } from '@billfold/react'

export function usePolkadotSignature() {
  const { walletProvider } = useAppKitProvider<PolkadotProvider>('polkadot')
  return async (message: string) => {
    if (!walletProvider) throw new Error('Connect a Polkadot wallet first')
    return walletProvider.signMessage({ message })
  }
}

type Api = { setSigner(signer: Pick<PolkadotProvider, 'signPayload' | 'signRaw'>): void }

export const signWith = (api: Api, walletProvider: PolkadotProvider) => api.setSigner(walletProvider)
