import type { CreateAppKit as KitOptions } from '@billfold/react'
import type { UniversalProvider } from '@billfold/react/actions'
import type { SIWEClient, SIWXConfig } from '@billfold/react/siwx'
import type { Adapter } from '../adapters/Adapter.ts'
import type { PreferredAccountTypes, SocialProvider } from './account.ts'
import type { AppKitNetwork, CaipNetworkId, CustomRpcUrl } from './network.ts'
import type { CustomWallet } from './wallet.ts'

export type ProjectId = string
export type Metadata = { name: string; description: string; url: string; icons: string[] }
export type ThemeMode = 'dark' | 'light'
export interface ThemeVariables {
  '--w3m-font-family'?: string
  '--w3m-accent'?: string
  '--w3m-color-mix'?: string
  '--w3m-color-mix-strength'?: number
  '--w3m-font-size-master'?: string
  '--w3m-border-radius-master'?: string
  '--w3m-z-index'?: number
  '--w3m-qr-color'?: string
}
export type WalletFeature = 'swaps' | 'send' | 'receive' | 'onramp'
export type ConnectMethod = 'email' | 'social' | 'wallet'
export type ConnectorTypeOrder =
  | 'walletConnect'
  | 'recent'
  | 'injected'
  | 'featured'
  | 'custom'
  | 'external'
  | 'recommended'
export type SwapProvider = '1inch'
export type OnRampProvider = 'meld'
export type EmailCaptureOptions = 'required'

/** The features that the site turns on. */
export type Features = {
  swaps?: boolean
  onramp?: boolean
  receive?: boolean
  send?: boolean
  email?: boolean
  emailShowWallets?: boolean
  socials?: SocialProvider[] | false
  history?: boolean
  analytics?: boolean
  allWallets?: boolean
  smartSessions?: boolean
  legalCheckbox?: boolean
  connectorTypeOrder?: ConnectorTypeOrder[]
  connectMethodsOrder?: ConnectMethod[]
  walletFeaturesOrder?: WalletFeature[]
  collapseWallets?: boolean
  pay?: boolean
  reownAuthentication?: boolean
}
export type FeaturesKeys = Exclude<keyof Features, 'swaps' | 'onramp' | 'email' | 'socials' | 'history'>
/** AppKit's dashboard settings; here the site's own features, read back. */
export type RemoteFeatures = {
  swaps?: SwapProvider[] | false
  email?: boolean
  socials?: SocialProvider[] | false
  activity?: boolean
  reownBranding?: boolean
  multiWallet?: boolean
  emailCapture?: EmailCaptureOptions[] | boolean
  reownAuthentication?: boolean
  payWithExchange?: boolean
  payments?: boolean
  onramp?: OnRampProvider[] | false
}

export type { UniversalProvider }
export interface Token {
  address: string
  image?: string
}
export type Tokens = Record<CaipNetworkId, Token>

/** The operator's servers. AppKit's are built in; yours are named here, or once for the page with `nameServers`. */
export type Servers = Pick<KitOptions, 'apiUrl' | 'relayUrl' | 'relays' | 'walletUrl'>

/** AppKit's options, plus this kit's own. */
export type AppKitOptions = {
  projectId: ProjectId
  networks: [AppKitNetwork, ...AppKitNetwork[]]
  adapters?: Adapter[]
  defaultNetwork?: AppKitNetwork
  metadata?: Metadata
  features?: Features
  themeMode?: ThemeMode
  themeVariables?: ThemeVariables
  allWallets?: 'SHOW' | 'HIDE' | 'ONLY_MOBILE'
  customRpcUrls?: Record<CaipNetworkId, CustomRpcUrl[]>
  featuredWalletIds?: string[]
  includeWalletIds?: string[]
  excludeWalletIds?: string[]
  customWallets?: CustomWallet[]
  chainImages?: Record<number | string, string>
  connectorImages?: Record<string, string>
  termsConditionsUrl?: string
  privacyPolicyUrl?: string
  siweConfig?: SIWEClient
  siwx?: SIWXConfig
  disableAppend?: boolean
  enableEmbedded?: boolean
  enableWallets?: boolean
  enableEIP6963?: boolean
  enableInjected?: boolean
  enableWalletConnect?: boolean
  enableWalletGuide?: boolean
  allowUnsupportedChain?: boolean
  defaultAccountTypes?: PreferredAccountTypes
  debug?: boolean
  /** `false`: a visitor who comes back begins disconnected. */
  enableReconnect?: boolean
  /**
   * The site creates its own pairings: the dialog shows the links that `universalProvider` makes or `open({ uri })`
   * gets, and creates none.
   */
  manualWCControl?: boolean
  /** A WalletConnect provider of the site's own: its session is the visitor's wallet, in place of the kit's own client. */
  universalProvider?: UniversalProvider
  /** The token whose balance the button shows in place of the network's coin, by network. */
  tokens?: Tokens
  /** `open()` begins with the QR code. */
  basic?: boolean
  /** `false`: the dialog offers no other network. */
  enableNetworkSwitch?: boolean
  /** The older name of `enableWallets`. */
  showWallets?: boolean

  // No effect here; the console says so on a developer's machine.
  universalProviderConfigOverride?: {
    methods?: Record<string, string[]>
    chains?: Record<string, string[]>
    events?: Record<string, string[]>
    rpcMap?: Record<string, string>
    defaultChain?: string
  }
  enableCoinbase?: boolean
  coinbasePreference?: 'all' | 'smartWalletOnly' | 'eoaOnly'
  enableAuthLogger?: boolean
  experimental_preferUniversalLinks?: boolean
} & Servers &
  Pick<KitOptions, 'id' | 'locale' | 'mailUrl' | 'swapContracts'>

export type CreateAppKit = Omit<AppKitOptions, 'basic'>
/** The options that `updateOptions` takes. */
export type OptionsControllerState = Omit<
  AppKitOptions,
  'adapters' | 'networks' | 'defaultNetwork' | 'universalProvider'
>
export type SdkVersion = `${string}-${string}-${string}`
export type WalletGuideType = 'get-started' | 'explore'
export type DefaultAccountTypes = PreferredAccountTypes
/** What `adapters` takes. */
export type ChainAdapter = Adapter
export type { SIWXConfig, SIWXMessage, SIWXSession } from '@billfold/react/siwx'
