import type { Wallet } from '@billfold/protocol/api/registry'
import type { CaipNetworkId, Namespace } from '@billfold/protocol/caip'
import type { OwnSwapContracts } from '../../chains/swaps.ts'
import type { Feature } from '../../feature.ts'
import type { Event } from '../../store.ts'
import type { RelayUrl } from '../../wc/relayUrls.ts'
import type { LoginProvider } from '../embedded/embedded.ts'
import type { NetworkInput } from '../network/toNetwork.ts'
import type { Siwx } from '../signin/siwx.ts'

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

/** What the site switched on. */
export type Features = {
  swaps: boolean
  onramp: boolean
  receive: boolean
  send: boolean
  email: boolean
  emailShowWallets: boolean
  /** Logging in by a passkey alone: wherever visitors may log in, unless `false`; `true` offers it also where nothing else is. */
  passkey?: boolean
  history: boolean
  analytics: boolean
  allWallets: boolean
  legalCheckbox: boolean
  smartSessions: boolean
  collapseWallets: boolean
  /** None unless named, and then those that the operator set up; an empty list and `false` both switch social login off. */
  socials: readonly LoginProvider[] | false
  connectorTypeOrder: readonly RowKind[]
  walletFeaturesOrder: readonly WalletFeature[]
  connectMethodsOrder?: readonly ConnectMethod[]
}

export type Metadata = { name: string; description: string; url: string; icons: readonly string[] }

/** How the site set the kit up, with every default filled in. */
export type Options = {
  projectId: string
  metadata: Metadata
  features: Features
  apiUrl: string
  sdkType: string
  sdkVersion: string
  customWallets: readonly Wallet[]
  /** Networks of families that the kit does not speak: asked for over WalletConnect, and nothing else. */
  otherNetworks: readonly NetworkInput[]
  featuredWalletIds: readonly string[]
  includeWalletIds: readonly string[]
  excludeWalletIds: readonly string[]
  termsConditionsUrl?: string
  privacyPolicyUrl?: string
  allWallets: 'SHOW' | 'HIDE' | 'ONLY_MOBILE'
  /** Contracts that swaps may go through beside the kit's own list; the visitor is told that they are not on it. */
  swapContracts?: OwnSwapContracts
  customRpcUrls: Readonly<Partial<Record<CaipNetworkId, readonly string[]>>>
  chainImages: Readonly<Record<string, string>>
  connectorImages: Readonly<Record<string, string>>
  debug: boolean
  enableEmbedded: boolean
  enableWallets: boolean
  enableWalletGuide: boolean
  enableEIP6963: boolean
  enableInjected: boolean
  /** On where a relay is named: an operator points at their own, and nobody is sent to one unasked. */
  enableWalletConnect: boolean
  /** The relay's address, `wss://…`, or several of the same relay: the next is tried where one does not answer. */
  relayUrl?: RelayUrl
  allowUnsupportedChain: boolean
  /** The origin of the operator's embedded wallet, `https://wallet.…`; without it nobody logs in by e-mail or social login. */
  walletUrl?: string
  /** Where the mails of a local stack are read, for its developers: the code's screen links to it while `debug` is on. */
  mailUrl?: string
  /** Which of an embedded wallet's accounts is used at first, by family. */
  defaultAccountTypes?: Readonly<Partial<Record<Namespace, string>>>
  /** Signs visitors in who connect by WalletConnect, with the wallets that can do both in one go. */
  siwx?: Siwx
}

export type OptionsEvent =
  | { type: 'options/changed'; options: Partial<Options> }
  | { type: 'options/featuresChanged'; features: Partial<Features> }

/** Analytics is off until the site asks for it: what a visitor does is not ours to send by default. */
export const defaultFeatures: Features = {
  swaps: true,
  onramp: true,
  receive: true,
  send: true,
  email: true,
  emailShowWallets: true,
  history: true,
  analytics: false,
  allWallets: true,
  legalCheckbox: false,
  smartSessions: false,
  collapseWallets: false,
  socials: false,
  // Behind what a site names the usual order stands anyway.
  connectorTypeOrder: [],
  walletFeaturesOrder: ['onramp', 'swaps', 'receive', 'send'],
}

/** Keeps the options: some may change while the page lives. */
export function reduceOptions(state: Options, e: Event): Options {
  switch (e.type) {
    case 'options/changed':
      return { ...state, ...e.options }
    case 'options/featuresChanged':
      return { ...state, features: { ...state.features, ...e.features } }
    default:
      return state
  }
}

export const optionsFeature: Feature<Options, OptionsEvent> = { reduce: reduceOptions }
