import type { Wallet } from '@billfold/protocol/api/registry'
import type { CaipNetworkId, Namespace } from '@billfold/protocol/caip'
import type { LoginProvider } from './embedded.ts'
import type { NetworkInput } from './network.ts'
import type { RelayEntry } from './relayEntry.ts'
import type { RelayUrl } from './relayUrl.ts'
import type { SiteConnector } from './siteConnector.ts'
import type { Siwx } from './siwx.ts'
import type { OwnSwapContracts } from './swapContracts.ts'

export const rowKinds = [
  'walletConnect',
  'recent',
  'injected',
  'featured',
  'custom',
  'external',
  'recommended',
] as const

export type RowKind = (typeof rowKinds)[number]

export type ConnectMethod = 'email' | 'social' | 'wallet'

export type WalletFeature = 'onramp' | 'swaps' | 'receive' | 'send'

/** Features that the site enabled. */
export type Features = {
  /** Lets visitors swap tokens (EVM chains); `true` by default. */
  swaps: boolean
  /** Lets visitors buy coins from the providers your API offers; `true` by default. */
  onramp: boolean
  /** Shows the visitor's address and its QR code; `true` by default. */
  receive: boolean
  /** Lets visitors send coins and tokens; `true` by default. */
  send: boolean
  /** Lets visitors log in by e-mail, where `walletUrl` is set; `true` by default. */
  email: boolean
  /** Shows wallets beside the e-mail login rather than behind a button; `true` by default. */
  emailShowWallets: boolean
  /** Logging in by a passkey alone: wherever visitors may log in, unless `false`; `true` offers it also where nothing else is. */
  passkey?: boolean
  /** Shows the account's activity; `true` by default. */
  history: boolean
  /** Sends what visitors do to your API; `false` by default. */
  analytics: boolean
  /** Offers the list of all wallets; `true` by default. */
  allWallets: boolean
  /** Asks visitors to accept the terms before they connect; `false` by default. Needs `termsConditionsUrl` or `privacyPolicyUrl`. */
  legalCheckbox: boolean
  /** Puts wallets behind one row below the other ways to log in; `false` by default. */
  collapseWallets: boolean
  /** Which social logins are offered, in this order, of those that the operator set up; all seven by default. An empty list and `false` switch them off. */
  socials: readonly LoginProvider[] | false
  /** Which kinds of wallets are listed first; the rest follow in the usual order. */
  connectorTypeOrder: readonly RowKind[]
  /** The order of the account's buttons: `['onramp', 'swaps', 'receive', 'send']` by default. */
  walletFeaturesOrder: readonly WalletFeature[]
  /** The order of e-mail, social logins and wallets; a method that is not named is not shown. */
  connectMethodsOrder?: readonly ConnectMethod[]
}

/** The dialog's forms. */
export type Layout = 'standard' | 'compact' | 'wide' | 'inline'

/** The site's data that wallets display. */
export type Metadata = {
  /** The site's name; by default the page's title. */
  name: string
  /** One sentence on what the site is for; by default the page's description. */
  description: string
  /** The site's address; by default the page's origin. */
  url: string
  /** Addresses of the site's icon; by default the page's own. */
  icons: readonly string[]
}

/** How the site set the kit up, with every default filled in. */
export type Options = {
  /** The id under which your API knows the site. */
  projectId: string
  /** The site's data that wallets display; by default read from the page. */
  metadata: Metadata
  /** Which parts of the kit are on. */
  features: Features
  /** The address of your API; by default the page's origin. */
  apiUrl: string
  /** The kit's name in API requests. */
  sdkType: string
  /** The kit's version in API requests. */
  sdkVersion: string
  /** Wallets of your own, listed beside the registry's; none by default. */
  customWallets: readonly Wallet[]
  /** Wallets that a page does not contain, each from its own entry: `baseAccount()`; their code loads when a visitor chooses them. */
  connectors?: readonly SiteConnector[]
  /** Networks of families that the kit does not speak: asked for over WalletConnect, and nothing else. */
  otherNetworks: readonly NetworkInput[]
  /** Registry ids of wallets that are listed first; none by default. */
  featuredWalletIds: readonly string[]
  /** Lists only the wallets with these registry ids; empty means all. */
  includeWalletIds: readonly string[]
  /** Leaves out the wallets with these registry ids; none by default. */
  excludeWalletIds: readonly string[]
  /** Your terms, linked below the wallets; no link by default. */
  termsConditionsUrl?: string
  /** Your privacy policy, linked below the wallets; no link by default. */
  privacyPolicyUrl?: string
  /** Where the list of all wallets is offered; `'SHOW'` (everywhere) by default. */
  allWallets: 'SHOW' | 'HIDE' | 'ONLY_MOBILE'
  /** Contracts that swaps may use beside the kit's own list; the visitor sees that they are not on it. */
  swapContracts?: OwnSwapContracts
  /** Your own nodes by CAIP-2 id. Without one, the kit uses the network's or your API. */
  customRpcUrls: Readonly<Partial<Record<CaipNetworkId, readonly string[]>>>
  /** Pictures of networks by chain id, in place of your API's. */
  chainImages: Readonly<Record<string, string>>
  /** Pictures of wallets by their id, in place of their own. */
  connectorImages: Readonly<Record<string, string>>
  /** Shows setup mistakes in the modal, to everyone who opens it; `true` by default, so switch it off in production. */
  debug: boolean
  /** The dialog's form: `'compact'` is smaller, `'wide'` has help beside the wallets, `'inline'` is `enableEmbedded`. `'standard'` by default. */
  layout?: Layout
  /** Draws the modal as a part of the page: place `AppKitModal` or `<appkit-modal>`. `false` by default. */
  enableEmbedded: boolean
  /** Lets visitors connect a wallet; `true` by default. Without it only logins remain. */
  enableWallets: boolean
  /** Shows the links that explain wallets to newcomers; `true` by default. */
  enableWalletGuide: boolean
  /** Finds browser wallets that announce themselves (EIP-6963); `true` by default. */
  enableEIP6963: boolean
  /** Offers the wallet in `window.ethereum` where it does not announce itself; `true` by default. */
  enableInjected: boolean
  /** Enabled if a relay is configured: operators use their own, and there is no default relay. */
  enableWalletConnect: boolean
  /** The relay's URL, `wss://…`, or several of the same relay, used as fallbacks. */
  relayUrl?: RelayUrl
  /** Relays beside the one of `relayUrl`, each with your project ID there. A pairing is offered on all of them, and the wallet's relay carries the session. */
  relays?: readonly RelayEntry[]
  /** Offers the site's other networks in the modal; `true` by default. Off, only your own code switches. */
  enableNetworkSwitch?: boolean
  /**
   * Lets a wallet stay on a network that is not in `networks`; `false` by default, and the modal prompts visitors to
   * switch.
   */
  allowUnsupportedChain: boolean
  /** The origin of the operator's embedded wallet, `https://wallet.…`; without it no one logs in by e-mail or social login. */
  walletUrl?: string
  /** Where the mails of a local stack are read, for its developers: the code's screen links to it while `debug` is on. */
  mailUrl?: string
  /** Which of an embedded wallet's accounts is used at first: on EVM chains `smartAccount` by default, or `eoa`; the other families have one kind. */
  defaultAccountTypes?: Readonly<Partial<Record<Namespace, string>>>
  /** The token whose balance the button shows in place of the network's coin, by CAIP-2 id; the coin by default. */
  tokens?: Readonly<Record<string, { address: string }>>
  /** Signs visitors in who connect by WalletConnect, with the wallets that can do both in one go. */
  siwx?: Siwx
}

export type OptionsEvent =
  | { type: 'options/changed'; options: Partial<Options> }
  | { type: 'options/featuresChanged'; features: Partial<Features> }
