import type { ThemeMode, ThemeVariables } from '@billfold/react'

/** What an integrator changed of the kit's options, and nothing else: this is what their own code has to say. */
export type Settings = {
  themeMode?: ThemeMode
  themeVariables?: ThemeVariables
  features?: Partial<Record<Feature, boolean>>
  locale?: string
  termsConditionsUrl?: string
  privacyPolicyUrl?: string
  enableWallets?: boolean
  enableWalletGuide?: boolean
  allowUnsupportedChain?: boolean
}

/** The features that are on or off, and what they are without a word. */
export const featureDefaults = {
  send: true,
  swaps: true,
  receive: true,
  history: true,
  allWallets: true,
  collapseWallets: false,
  legalCheckbox: false,
} as const
export type Feature = keyof typeof featureDefaults

/** The options that are on or off, and what they are without a word. */
export const switchDefaults = { enableWallets: true, enableWalletGuide: true, allowUnsupportedChain: false } as const
export type SwitchName = keyof typeof switchDefaults
