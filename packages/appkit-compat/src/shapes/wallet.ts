import type { CaipNetworkId, ChainNamespace } from './network.ts'

export type ConnectorType =
  | 'EXTERNAL'
  | 'WALLET_CONNECT'
  | 'INJECTED'
  | 'ANNOUNCED'
  | 'AUTH'
  | 'MULTI_CHAIN'
  | 'ID_AUTH'

export interface RequestArguments {
  readonly method: string
  readonly params?: readonly unknown[] | object
}
export type ProviderEventListener = {
  connect: (connectParams: { chainId: number }) => void
  disconnect: (error: Error) => void
  display_uri: (uri: string) => void
  chainChanged: (chainId: string) => void
  accountsChanged: (accounts: string[]) => void
  message: (message: { type: string; data: unknown }) => void
  pendingTransactions: () => void
}
/** A connected wallet, as EIP-1193 has it. `connect`, `disconnect` and `emit` are the instance's matter here: call `open()` and `disconnect()`. */
export interface Provider {
  connect: (params?: { onUri?: (uri: string) => void }) => Promise<string>
  disconnect: () => Promise<void>
  request: <T>(args: RequestArguments) => Promise<T>
  on<T extends keyof ProviderEventListener>(event: T, listener: ProviderEventListener[T]): void
  removeListener: <T>(event: string, listener: (data: T) => void) => void
  emit: (event: string, data?: unknown) => void
}
export type CombinedProvider = Provider

/** A wallet that the page can be connected with. */
export type Connector = {
  id: string
  type: ConnectorType
  name: string
  imageId?: string
  explorerId?: string
  imageUrl?: string
  info?: { uuid?: string; name?: string; icon?: string; rdns?: string }
  provider?: Provider
  chain: ChainNamespace
  connectors?: Connector[]
}
export type ConnectedWalletInfo = { name: string; icon?: string; type?: string; [key: string]: unknown }
export type BadgeType = 'none' | 'certified'

/** A wallet of the registry. */
export interface WcWallet {
  id: string
  name: string
  badge_type?: BadgeType
  chains?: CaipNetworkId[]
  homepage?: string
  image_id?: string
  image_url?: string
  order?: number
  link_mode?: string | null
  mobile_link?: string | null
  desktop_link?: string | null
  webapp_link?: string | null
  app_store?: string | null
  play_store?: string | null
  chrome_store?: string | null
  rdns?: string | null
  injected?: { namespace?: string; injected_id?: string }[] | null
  display_index?: number
}
/** A wallet that the site adds to the list. */
export type CustomWallet = Pick<
  WcWallet,
  'id' | 'name' | 'homepage' | 'image_url' | 'mobile_link' | 'desktop_link' | 'webapp_link' | 'app_store' | 'play_store'
>
export type Platform = 'mobile' | 'desktop' | 'browser' | 'web' | 'qrcode' | 'unsupported'
export type AuthConnector = Connector & { email: string; socialProvider?: string }
/** The connector type of a family's wallet. */
export type ProviderType = ConnectorType
export type ProviderStoreUtilState = {
  providers: Partial<Record<ChainNamespace, unknown>>
  providerIds: Partial<Record<ChainNamespace, ConnectorType>>
}

/** A transaction as a site's own code hands it on. */
export type SendTransactionArgs =
  | {
      chainNamespace?: 'eip155' | undefined
      to: `0x${string}`
      data: `0x${string}`
      value: bigint
      gas?: bigint
      gasPrice: bigint
      address: `0x${string}`
    }
  | { chainNamespace: 'solana'; to: string; value: number; tokenMint?: string }
export type EstimateGasTransactionArgs =
  | { chainNamespace?: 'eip155' | undefined; address: `0x${string}`; to: `0x${string}`; data: `0x${string}` }
  | { chainNamespace: 'solana' }
export interface WriteContractArgs {
  tokenAddress: `0x${string}`
  fromAddress: `0x${string}`
  method: 'send' | 'transfer' | 'call'
  abi: unknown
  args: unknown[]
  chainNamespace: ChainNamespace
}
