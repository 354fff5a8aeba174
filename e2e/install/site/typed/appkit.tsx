// A site that uses AppKit 1.8.0 by its types. The tests change its imports, as docs/guides/from-appkit.md says.

import { type AppKitNetwork, arbitrum, base, bitcoin, defineChain, mainnet, solana } from '@reown/appkit/networks'
import type {
  AppKitOptions,
  CaipAddress,
  CaipNetwork,
  Connector,
  CustomWallet,
  Features,
  Metadata,
  Provider,
  SIWXConfig,
  ThemeMode,
  UseAppKitAccountReturn,
  Views,
} from '@reown/appkit/react'
import {
  type AppKit,
  AppKitProvider,
  createAppKit,
  modal,
  useAppKit,
  useAppKitAccount,
  useAppKitBalance,
  useAppKitConnection,
  useAppKitConnections,
  useAppKitEvents,
  useAppKitNetwork,
  useAppKitProvider,
  useAppKitState,
  useAppKitTheme,
  useDisconnect,
  useWalletInfo,
} from '@reown/appkit/react'
import { BitcoinAdapter, type BitcoinConnector } from '@reown/appkit-adapter-bitcoin'
import { EthersAdapter } from '@reown/appkit-adapter-ethers'
import { SolanaAdapter, type Provider as SolanaProvider } from '@reown/appkit-adapter-solana'
import { WagmiAdapter } from '@reown/appkit-adapter-wagmi'
import { useAppKitUpdateEmail, useAppKitWallet } from '@reown/appkit-wallet-button/react'
import { BrowserProvider } from 'ethers'

const own = defineChain({
  id: 123456789,
  caipNetworkId: 'eip155:123456789',
  chainNamespace: 'eip155',
  name: 'Own',
  nativeCurrency: { decimals: 18, name: 'Ether', symbol: 'ETH' },
  rpcUrls: { default: { http: ['https://rpc.example'], webSocket: ['wss://rpc.example'] } },
  blockExplorers: { default: { name: 'Explorer', url: 'https://explorer.example' } },
  contracts: {},
})
const networks: [AppKitNetwork, ...AppKitNetwork[]] = [mainnet, arbitrum, base, solana, bitcoin, own]
const customWallet: CustomWallet = { id: 'w', name: 'W', homepage: 'https://w.example', mobile_link: 'w://' }
const features: Features = {
  analytics: true,
  email: true,
  socials: ['google', 'x', 'farcaster'],
  emailShowWallets: true,
  swaps: false,
  connectMethodsOrder: ['wallet', 'email'],
}
const metadata: Metadata = {
  name: 'Site',
  description: 'A site',
  url: 'https://site.example',
  icons: ['https://site.example/i.png'],
}
const wagmi = new WagmiAdapter({
  networks,
  projectId: 'p',
  ssr: true,
  customRpcUrls: { 'eip155:1': [{ url: 'https://rpc.example', config: { retryCount: 2 } }] } as never,
})
const options: AppKitOptions = {
  adapters: [wagmi, new EthersAdapter(), new SolanaAdapter({ wallets: [] }), new BitcoinAdapter({ projectId: 'p' })],
  projectId: 'p',
  networks,
  defaultNetwork: mainnet,
  metadata,
  features,
  themeMode: 'dark',
  themeVariables: { '--w3m-accent': '#123', '--w3m-z-index': 5, '--w3m-qr-color': '#000' },
  customWallets: [customWallet],
  featuredWalletIds: ['a'],
  allWallets: 'SHOW',
  enableCoinbase: false,
  coinbasePreference: 'all',
  enableReconnect: true,
  manualWCControl: false,
  enableNetworkSwitch: true,
  debug: true,
  allowUnsupportedChain: true,
  defaultAccountTypes: { eip155: 'eoa' },
  chainImages: { 1: 'https://site.example/1.png' },
}
export const appKit: AppKit = createAppKit(options)
export const config = wagmi.wagmiConfig

export async function act(view: Views, siwx?: SIWXConfig): Promise<CaipNetwork | undefined> {
  await appKit.ready()
  await appKit.open({ view })
  await modal?.open({ view: 'Swap', arguments: { amount: '1', fromToken: 'ETH', toToken: 'USDC' } })
  await appKit.open({ namespace: 'solana' })
  await appKit.switchNetwork(arbitrum)
  const mode: ThemeMode = appKit.getThemeMode()
  appKit.setThemeMode(mode)
  appKit.updateOptions({ siwx })
  appKit.updateFeatures({ swaps: true })
  appKit.setLoading(false)
  const connectors: Connector[] = appKit.getConnectors()
  const account: UseAppKitAccountReturn | undefined = appKit.getAccount('eip155')
  const address: CaipAddress | undefined = appKit.getCaipAddress()
  const stop = appKit.subscribeEvents(({ data }) => console.log(data.event, connectors, account?.status, address))
  appKit.subscribeProviders((state) => console.log(state['eip155'], state['solana']))
  appKit.subscribeConnections(({ connections }) => console.log(connections.get('eip155')?.[0]?.accounts[0]?.address))
  appKit.subscribeCaipNetworkChange((network) => console.log(network?.id, appKit.getError()))
  stop()
  return appKit.getCaipNetwork('eip155', 1)
}

export function Account() {
  const { open, close } = useAppKit()
  const { address, isConnected, embeddedWalletInfo, allAccounts, status } = useAppKitAccount({ namespace: 'eip155' })
  const { caipNetwork, chainId, switchNetwork } = useAppKitNetwork()
  const { walletProvider } = useAppKitProvider<Provider>('eip155')
  const { walletProvider: forSolana } = useAppKitProvider<SolanaProvider>('solana')
  const { walletProvider: forBitcoin } = useAppKitProvider<BitcoinConnector>('bip122')
  const { themeMode, setThemeVariables } = useAppKitTheme()
  const { open: isOpen, selectedNetworkId, loading } = useAppKitState()
  const { data: event } = useAppKitEvents()
  const { walletInfo } = useWalletInfo()
  const { disconnect } = useDisconnect()
  const { fetchBalance } = useAppKitBalance()
  const { connections } = useAppKitConnections('eip155')
  const { switchConnection, isPending } = useAppKitConnection({
    namespace: 'eip155',
    onSuccess: ({ address }) => console.log(address),
  })
  const { connect, isReady, data, error } = useAppKitWallet({
    namespace: 'eip155',
    onError: (e) => console.log(e.message),
  })
  const { updateEmail } = useAppKitUpdateEmail({ onSuccess: ({ email }) => console.log(email) })
  const sign = async () => {
    const signer = await new BrowserProvider(walletProvider).getSigner()
    const chain = await walletProvider.request<string>({ method: 'eth_chainId' })
    walletProvider.on('accountsChanged', (accounts) => console.log(accounts[0]))
    return [
      await signer.signMessage('Hello'),
      chain,
      await forSolana.signMessage(new Uint8Array()),
      await forBitcoin.getAccountAddresses(),
    ]
  }
  const first = connections[0]
  return (
    <>
      <appkit-button size="md" label="Connect" balance="show" />
      <appkit-network-button disabled />
      <w3m-button />
      <button type="button" onClick={() => open({ view: 'Networks' })}>
        {address} {status} {chainId} {caipNetwork?.name} {walletInfo?.name}
      </button>
      <button type="button" onClick={() => connect('metamask')}>
        {String(isReady)} {data?.address} {error?.message} {embeddedWalletInfo?.user?.email}
      </button>
      <button
        type="button"
        onClick={() => first && switchConnection({ connection: first, address: first.accounts[0]?.address })}
      >
        {String(isPending)} {first?.name}
      </button>
      <button type="button" onClick={async () => console.log((await fetchBalance()).data?.balance, await sign())}>
        {event.event} {allAccounts[0]?.type}
      </button>
      <button type="button" onClick={() => disconnect({ namespace: 'eip155' })}>
        {String(isOpen)} {selectedNetworkId} {String(loading)} {String(isConnected)}
      </button>
      <button
        type="button"
        onClick={() => {
          close()
          switchNetwork(base)
          updateEmail()
          setThemeVariables({ '--w3m-accent': '#000' })
        }}
      >
        {themeMode}
      </button>
    </>
  )
}
export const App = () => (
  <AppKitProvider projectId="p" networks={[mainnet]}>
    <Account />
  </AppKitProvider>
)
