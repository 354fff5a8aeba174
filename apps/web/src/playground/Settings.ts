import { defaultFeatures } from '@billfold/core/features/options/options'
import { orderOf } from '@billfold/core/features/wallets/connectList'
import type { RowKind, WalletFeature } from '@billfold/core/model/options'
import type { ThemeMode, ThemeVariables } from '@billfold/react'

/** The options that an integrator changed, and nothing else: the content of their own code. */
export type Settings = {
  themeMode?: ThemeMode
  themeVariables?: ThemeVariables
  layout?: 'compact' | 'wide'
  features?: Partial<Record<Feature, boolean>> & Partial<Orders> & { socials?: false }
  locale?: string
  termsConditionsUrl?: string
  privacyPolicyUrl?: string
  enableWallets?: boolean
  enableWalletGuide?: boolean
  allowUnsupportedChain?: boolean
  allWallets?: 'SHOW' | 'HIDE' | 'ONLY_MOBILE'
} & Partial<Record<WalletList, readonly string[]>>

/** The lists of wallets that a site may name, by their ids in the registry. */
export const walletLists = ['featuredWalletIds', 'includeWalletIds', 'excludeWalletIds'] as const
export type WalletList = (typeof walletLists)[number]

/** The items whose order a site may set. */
export type Orders = { connectorTypeOrder: readonly RowKind[]; walletFeaturesOrder: readonly WalletFeature[] }
export const orderDefaults: Orders = {
  connectorTypeOrder: orderOf([]),
  walletFeaturesOrder: defaultFeatures.walletFeaturesOrder,
}

/** The boolean features, with their defaults. */
export const featureDefaults = {
  email: true,
  emailShowWallets: true,
  send: true,
  swaps: true,
  receive: true,
  history: true,
  allWallets: true,
  legalCheckbox: false,
} as const
export type Feature = keyof typeof featureDefaults

/** The boolean options, with their defaults. */
export const switchDefaults = { enableWallets: true, enableWalletGuide: true, allowUnsupportedChain: false } as const
export type SwitchName = keyof typeof switchDefaults
