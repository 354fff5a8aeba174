import type { AppKitEvent, AppKit as Kit } from '@billfold/react'
import type { OwnProvider } from '@billfold/react/actions'
import type { SIWXConfig } from '@billfold/react/siwx'
import type { Adapter } from '../adapters/Adapter.ts'
import type {
  Connection,
  ConnectionChange,
  ConnectionControllerState,
  NamespaceTypeMap,
  SocialProvider,
  UseAppKitAccountReturn,
  UseAppKitNetworkReturn,
} from '../shapes/account.ts'
import type { AppKitNetwork, CaipAddress, CaipNetwork, CaipNetworkId, ChainNamespace } from '../shapes/network.ts'
import type {
  AppKitOptions,
  ConnectMethod,
  Features,
  OptionsControllerState,
  RemoteFeatures,
  ThemeMode,
  ThemeVariables,
  WalletFeature,
} from '../shapes/options.ts'
import type { OpenOptions, Views } from '../shapes/view.ts'
import type { ConnectedWalletInfo, Connector, ConnectorType } from '../shapes/wallet.ts'

type Unsubscribe = () => void

/** The modal as `getState` tells it. */
export type PublicStateControllerState = {
  loading: boolean
  open: boolean
  selectedNetworkId?: CaipNetworkId | undefined
  activeChain?: ChainNamespace | undefined
  initialized: boolean
}
export type ThemeControllerState = { themeMode: ThemeMode; themeVariables: ThemeVariables }
export type EventsControllerState = AppKitEvent
export type Event = AppKitEvent['data']
export type SwitchConnectionParams = {
  connection: Connection
  address?: string
  namespace: ChainNamespace
  /** The modal closes by itself here; accepted so that callers compile. */
  closeModalOnConnect?: boolean
  onChange?: (change: Omit<ConnectionChange, 'namespace' | 'hasDeletedWallet'>) => void
}
export type Balance = { balance: string; symbol: string }

/** The instance by AppKit's names. What only this kit has (`kit`, `setLocale`, `embed`, `dispose` …) is there too. */
export type AppKit = Pick<
  Kit,
  'id' | 'kit' | 'speech' | 'events' | 'embed' | 'dispose' | 'getLocale' | 'setLocale' | 'subscribeLocale'
> & {
  readonly version: string
  readonly options: AppKitOptions
  readonly chainNamespaces: ChainNamespace[]
  readonly chainAdapters: Partial<Record<ChainNamespace, Adapter>>
  readonly remoteFeatures: RemoteFeatures
  readonly reportedAlertErrors: Record<string, boolean>

  /** Resolves when it is known whether the wallet of an earlier visit is there. */
  ready(): Promise<void>
  open<View extends Views>(options?: OpenOptions<View>): Promise<void>
  close(): Promise<void>
  isOpen(): boolean
  /** Replaces the view that is shown. */
  replace(route: Views): void
  /** Goes to another view, with the way back. */
  redirect(route: Views): void
  setLoading(loading: boolean, namespace?: ChainNamespace): void
  showErrorMessage(message: string): void
  showSuccessMessage(message: string): void

  disconnect(namespace?: ChainNamespace): Promise<void>
  getError(): string
  getConnectors(namespace?: ChainNamespace): Connector[]
  getConnectorImage(connector?: Connector): string | undefined
  getConnections(namespace: ChainNamespace): Connection[]
  getRecentConnections(namespace: ChainNamespace): Connection[]
  switchConnection(params: SwitchConnectionParams): Promise<void>
  deleteConnection(params: { connectorId: string; address: string; namespace?: ChainNamespace }): void
  subscribeConnections(listener: (state: ConnectionControllerState) => void): Unsubscribe

  switchNetwork(network: AppKitNetwork): Promise<void>
  addNetwork(namespace: ChainNamespace, network: AppKitNetwork): void
  removeNetwork(namespace: ChainNamespace, networkId: string | number): void
  getCaipNetwork(namespace?: ChainNamespace, id?: string | number): CaipNetwork | undefined
  getCaipNetworkId<T extends number | string = CaipNetworkId>(): T | undefined
  getCaipNetworks(namespace?: ChainNamespace): CaipNetwork[]
  getApprovedCaipNetworkIds(): CaipNetworkId[]
  getActiveChainNamespace(): ChainNamespace | undefined
  getChainId(): string | number | undefined
  subscribeNetwork(listener: (network: Omit<UseAppKitNetworkReturn, 'switchNetwork'>) => void): Unsubscribe
  subscribeCaipNetworkChange(listener: (network?: CaipNetwork) => void): Unsubscribe

  getAccount(namespace?: ChainNamespace): UseAppKitAccountReturn | undefined
  getAddress(namespace?: ChainNamespace): string | undefined
  getAddressByChainNamespace(namespace: ChainNamespace): string | undefined
  getCaipAddress(namespace?: ChainNamespace): CaipAddress | undefined
  getIsConnectedState(): boolean
  getPreferredAccountType(namespace: ChainNamespace): NamespaceTypeMap[ChainNamespace] | undefined
  /** Goes on with the other account of the embedded wallet. */
  setPreferredAccountType(type: NamespaceTypeMap[ChainNamespace], namespace: ChainNamespace): void
  updateNativeBalance(
    address: string,
    chainId: string | number,
    namespace: ChainNamespace,
  ): Promise<Balance | undefined>
  subscribeAccount(listener: (account: UseAppKitAccountReturn) => void, namespace?: ChainNamespace): Unsubscribe

  getProvider<T>(namespace: ChainNamespace): T | undefined
  getProviderType(namespace: ChainNamespace): ConnectorType | undefined
  getWalletProvider(): unknown
  getWalletProviderType(): ConnectorType | undefined
  getWalletInfo(namespace?: ChainNamespace): ConnectedWalletInfo | undefined
  /**
   * The WalletConnect session as a provider: the site's own if it passed one, otherwise the kit's. Undefined if
   * WalletConnect is disabled.
   */
  getUniversalProvider(): Promise<OwnProvider | undefined>
  /** The name that an address goes by, and its picture. */
  fetchIdentity(request: { address: string }): Promise<{ name: string | null; avatar: string | null }>
  subscribeProviders(listener: (providers: Partial<Record<ChainNamespace, unknown>>) => void): Unsubscribe
  subscribeWalletInfo(listener: (info?: ConnectedWalletInfo) => void, namespace?: ChainNamespace): Unsubscribe

  getSIWX<T = SIWXConfig>(): T | undefined
  getState(): PublicStateControllerState
  subscribeState(listener: (state: PublicStateControllerState) => void): Unsubscribe
  getEvent(): EventsControllerState
  subscribeEvents(listener: (event: EventsControllerState) => void): Unsubscribe

  getThemeMode(): ThemeMode
  getThemeVariables(): ThemeVariables
  setThemeMode(mode?: ThemeMode | 'auto'): void
  setThemeVariables(variables?: ThemeVariables): void
  subscribeTheme(listener: (theme: ThemeControllerState) => void): Unsubscribe

  updateOptions(options: Partial<OptionsControllerState>): void
  updateFeatures(features: Partial<Features>): void
  updateRemoteFeatures(features: Partial<RemoteFeatures>): void
  getRemoteFeatures(): RemoteFeatures
  subscribeRemoteFeatures(listener: (features: RemoteFeatures | undefined) => void): Unsubscribe
  setConnectMethodsOrder(order: ConnectMethod[]): void
  getConnectMethodsOrder(): ConnectMethod[]
  setWalletFeaturesOrder(order: WalletFeature[]): void
  setCollapseWallets(collapse: boolean): void
  setSocialsOrder(socials: SocialProvider[]): void
  setEIP6963Enabled(enabled: boolean): void
  setTermsConditionsUrl(url: string): void
  setPrivacyPolicyUrl(url: string): void
}
export type AppKitBaseClient = AppKit
