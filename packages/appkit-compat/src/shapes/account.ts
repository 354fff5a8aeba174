import type { AppKitNetwork, CaipAddress, CaipNetwork, CaipNetworkId, ChainNamespace } from './network.ts'

/** Account types by family. */
export type NamespaceTypeMap = {
  eip155: 'eoa' | 'smartAccount'
  solana: 'eoa'
  bip122: 'payment' | 'ordinal' | 'stx'
  polkadot: 'eoa'
  cosmos: 'eoa'
  sui: 'eoa'
  stacks: 'eoa'
}
export type AccountTypeMap = {
  [K in ChainNamespace]: {
    namespace: K
    address: string
    type: NamespaceTypeMap[K]
    publicKey?: K extends 'bip122' ? string : never
    path?: K extends 'bip122' ? string : never
  }
}
/** One account that a wallet shares. */
export type AccountType = AccountTypeMap[ChainNamespace]
export type PreferredAccountTypes = { [Key in keyof NamespaceTypeMap]?: NamespaceTypeMap[Key] }

export type SocialProvider = 'google' | 'github' | 'apple' | 'facebook' | 'x' | 'discord' | 'farcaster'
export type ConnectionStatus = 'connected' | 'disconnected' | 'connecting' | 'reconnecting'
/** The user of the embedded wallet. */
export type User = {
  email?: string | null | undefined
  username?: string | null | undefined
  accounts?: { type: 'eoa' | 'smartAccount'; address: string }[]
}
export type EmbeddedWalletInfo = {
  user: User | undefined
  authProvider: SocialProvider | 'email' | undefined
  accountType: PreferredAccountTypes[ChainNamespace] | undefined
  isSmartAccountDeployed: boolean
}

/** What `useAppKitAccount` tells. */
export type UseAppKitAccountReturn = {
  allAccounts: AccountType[]
  caipAddress: CaipAddress | undefined
  address: string | undefined
  isConnected: boolean
  embeddedWalletInfo?: EmbeddedWalletInfo | undefined
  status: ConnectionStatus | undefined
}
/** What `useAppKitNetwork` tells. */
export type UseAppKitNetworkReturn = {
  caipNetwork: CaipNetwork | undefined
  chainId: number | string | undefined
  caipNetworkId: CaipNetworkId | undefined
  switchNetwork: (network: AppKitNetwork) => void
}

/** A wallet and what it shares with the page. */
export type Connection = {
  name?: string
  icon?: string
  networkIcon?: string
  accounts: { type?: string; address: string; publicKey?: string }[]
  caipNetwork?: CaipNetwork
  connectorId: string
  auth?: { name: string | undefined; username: string | undefined }
}
/** What `subscribeConnections` tells: the wallets of each family, connected and known. */
export type ConnectionControllerState = {
  connections: Map<ChainNamespace, Connection[]>
  recentConnections: Map<ChainNamespace, Connection[]>
}
/** The new state that `useAppKitConnection` reports. */
export type ConnectionChange = {
  address: string
  namespace: ChainNamespace
  hasSwitchedAccount: boolean
  hasSwitchedWallet: boolean
  hasDeletedWallet: boolean
}
