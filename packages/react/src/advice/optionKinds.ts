import type { LoginProvider } from '@billfold/core/model/embedded'
import type { Features, Layout, RowKind } from '@billfold/core/model/options'
import type { CreateAppKit } from '../createAppKit.tsx'
import type { ThemeVariables } from '../theme/themeProperties.ts'

/** An option's allowed values: literal words, or a kind. */
export type Kind = 'text' | 'number' | 'switch' | 'texts' | 'object' | 'list' | 'url' | 'anything' | readonly string[]

/** Every option of `createAppKit`: one without a row does not compile. */
export const optionKinds: Record<keyof CreateAppKit, Kind> = {
  projectId: 'text',
  networks: 'list',
  defaultNetwork: 'anything',
  metadata: 'object',
  features: 'object',
  themeMode: ['light', 'dark', 'auto'],
  themeVariables: 'object',
  apiUrl: 'url',
  relayUrl: 'anything',
  relays: 'list',
  tokens: 'object',
  enableNetworkSwitch: 'switch',
  walletUrl: 'url',
  mailUrl: 'url',
  termsConditionsUrl: 'text',
  privacyPolicyUrl: 'text',
  customWallets: 'list',
  connectors: 'list',
  featuredWalletIds: 'texts',
  includeWalletIds: 'texts',
  excludeWalletIds: 'texts',
  allWallets: ['SHOW', 'HIDE', 'ONLY_MOBILE'],
  swapContracts: 'object',
  customRpcUrls: 'object',
  chainImages: 'object',
  connectorImages: 'object',
  debug: 'switch',
  layout: ['standard', 'compact', 'wide', 'inline'] satisfies Layout[],
  enableEmbedded: 'switch',
  enableWallets: 'switch',
  enableWalletGuide: 'switch',
  enableEIP6963: 'switch',
  enableInjected: 'switch',
  enableWalletConnect: 'switch',
  allowUnsupportedChain: 'switch',
  defaultAccountTypes: 'object',
  siwx: 'object',
  siweConfig: 'object',
  id: 'text',
  disableAppend: 'switch',
  adapters: 'list',
  locale: 'anything',
}

export const featureKinds: Record<keyof Features, Kind> = {
  swaps: 'switch',
  onramp: 'switch',
  receive: 'switch',
  send: 'switch',
  email: 'switch',
  emailShowWallets: 'switch',
  passkey: 'switch',
  history: 'switch',
  analytics: 'switch',
  allWallets: 'switch',
  legalCheckbox: 'switch',
  collapseWallets: 'switch',
  socials: 'anything',
  connectorTypeOrder: 'texts',
  walletFeaturesOrder: 'texts',
  connectMethodsOrder: 'texts',
}

/** A list that is shared with the page's first code would make that larger. */
const rowKinds: Record<RowKind, true> = {
  walletConnect: true,
  recent: true,
  injected: true,
  featured: true,
  custom: true,
  external: true,
  recommended: true,
}

/** Each is written once for the compiler, so that a new one is not forgotten. */
const logins: Record<LoginProvider, true> = {
  google: true,
  x: true,
  discord: true,
  farcaster: true,
  github: true,
  apple: true,
  facebook: true,
}

/** The words of a feature's list. */
export const listed: Partial<Record<keyof Features, readonly string[]>> = {
  connectorTypeOrder: Object.keys(rowKinds),
  walletFeaturesOrder: ['onramp', 'swaps', 'receive', 'send'],
  connectMethodsOrder: ['email', 'social', 'wallet'],
  socials: Object.keys(logins),
}

export const metadataKinds: Record<'name' | 'description' | 'url' | 'icons', Kind> = {
  name: 'text',
  description: 'text',
  url: 'url',
  icons: 'texts',
}

export const themeKinds: Record<keyof ThemeVariables, Kind> = {
  '--w3m-font-family': 'text',
  '--w3m-accent': 'text',
  '--w3m-color-mix': 'text',
  '--w3m-color-mix-strength': 'number',
  '--w3m-font-size-master': 'text',
  '--w3m-border-radius-master': 'text',
  '--billfold-surface': 'text',
  '--billfold-raised': 'text',
  '--billfold-field': 'text',
  '--billfold-ink': 'text',
  '--billfold-ink-2': 'text',
  '--billfold-ink-3': 'text',
  '--billfold-border': 'text',
  '--billfold-shadow': 'text',
  '--billfold-blur': 'text',
  '--billfold-backdrop': 'text',
  '--billfold-density': 'number',
  '--billfold-pace': 'number',
  '--w3m-z-index': 'number',
}

/** AppKit's options that the kit has no use for, with what a site does in their place. */
export const appKitsOwn: Readonly<Record<string, string>> = {
  basic: 'the kit has one set of views.',
  chains: 'name them in networks.',
  coinbasePreference: 'add baseAccount() of @billfold/react/base-account to connectors.',
  enableAnalytics: 'write features.analytics.',
  enableCoinbase: 'Coinbase Wallet is found like every other wallet of the browser.',
  enableOnramp: 'write features.onramp.',
  enableReconnect: 'visitors who were connected are connected again; call disconnect() to end that.',
  enableSwaps: 'write features.swaps.',
  ethersConfig: 'ethers takes the provider that getWalletProvider() returns.',
  manualWCControl: 'the dialog makes the link to pair when it shows it.',
  solanaConfig: 'name the networks of Solana in networks.',
  universalProvider: 'the kit brings its own WalletConnect client: name your relay in relayUrl.',
  wagmiConfig: 'wagmi takes billfoldConnector of @billfold/react/wagmi in its own configuration.',
}
