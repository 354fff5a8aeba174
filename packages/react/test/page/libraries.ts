import { address, createSignableMessage, getPublicKeyFromAddress, verifySignature } from '@solana/kit'
import { BrowserProvider, verifyMessage as verifyWithEthers } from 'ethers'
import { createWalletClient, custom, defineChain, verifyMessage } from 'viem'
import type { WalletProvider } from '../../src/api/walletProvider.ts'
import { createAppKit } from '../../src/createAppKit.tsx'
import { solanaSigner } from '../../src/solanaSigner.ts'
import { installWallets } from './installWallets.ts'
import { networks } from './networks.ts'
import { startWagmi2 } from './wagmi2.ts'
import { startWagmi3 } from './wagmi3.ts'
import { message } from './wagmiSite.ts'

// A site that uses the kit through the libraries it has: each is the stock one, and none knows of the kit.
const wallet = installWallets({ solana: true })[0]
const appKit = createAppKit({
  projectId: 'harness',
  networks: networks(location.origin, true),
  apiUrl: location.origin,
})
window.harness = { appKit, wallet }

const chainOf = (id: number, name: string) =>
  defineChain({
    id,
    name,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [`${location.origin}/rpc/${id}`] } },
  })
const [devnet, harbour] = [chainOf(31337, 'Devnet'), chainOf(31338, 'Harbour')]
const startWagmi = new URLSearchParams(location.search).get('wagmi') === '3' ? startWagmi3 : startWagmi2
type Hex = `0x${string}`
const evm = () => appKit.getProvider<WalletProvider>('eip155')!

const libraries = {
  async viem() {
    const account = appKit.getAddress('eip155') as Hex
    const client = createWalletClient({ chain: devnet, transport: custom(evm()) })
    const signature = await client.signMessage({ account, message })
    return {
      isValid: await verifyMessage({ address: account, message, signature }),
      chainId: await client.getChainId(),
      accounts: await client.getAddresses(),
    }
  },
  async ethers() {
    const provider = new BrowserProvider(evm())
    const signer = await provider.getSigner()
    const signature = await signer.signMessage(message)
    return { signer: await signer.getAddress(), recovered: verifyWithEthers(message, signature) }
  },
  ...startWagmi({ appKit, chains: [devnet, harbour] }),
  async solana() {
    const own = address(appKit.getAddress('solana') ?? '')
    const signer = solanaSigner(appKit.getProvider<WalletProvider>('solana')!, own)
    const [signed] = await signer.modifyAndSignMessages([createSignableMessage(message)])
    const key = await getPublicKeyFromAddress(own)
    return verifySignature(key, signed!.signatures[own]!, signed!.content)
  },
}
declare global {
  interface Window {
    libraries: typeof libraries
  }
}
window.libraries = libraries
