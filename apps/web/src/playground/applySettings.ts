import { defaultFeatures } from '@billfold/core/features/options/options'
import type { AppKit } from '@billfold/react'
import { siteSocials } from '../createSiteKit.ts'
import { featureDefaults, orderDefaults, type Settings, switchDefaults } from './Settings.ts'

/** Applies settings to a running kit; every unset option returns to its default. */
export function applySettings(appKit: AppKit, settings: Settings): void {
  const { themeMode, themeVariables, features, locale, termsConditionsUrl, privacyPolicyUrl, ...switches } = settings
  appKit.setThemeMode(themeMode ?? 'auto')
  appKit.setThemeVariables({ ...unsetVariables, ...themeVariables })
  const socials = appKit.kit.options.walletUrl ? siteSocials : defaultFeatures.socials
  appKit.updateFeatures({ ...featureDefaults, ...orderDefaults, socials, ...features })
  appKit.setTermsConditionsUrl(termsConditionsUrl ?? '')
  appKit.setPrivacyPolicyUrl(privacyPolicyUrl ?? '')
  appKit.kit.store.send({ type: 'options/changed', options: { ...switchDefaults, ...optionDefaults, ...switches } })
  if ((locale ?? 'en') !== appKit.getLocale()) void appKit.setLocale(locale)
}

const optionDefaults = {
  layout: 'standard',
  allWallets: 'SHOW',
  featuredWalletIds: [],
  includeWalletIds: [],
  excludeWalletIds: [],
} as const

const unsetVariables = {
  '--w3m-accent': '',
  '--w3m-color-mix': '',
  '--w3m-color-mix-strength': 0,
  '--w3m-font-family': '',
  '--w3m-font-size-master': '',
  '--w3m-border-radius-master': '',
  '--w3m-z-index': 999,
  '--billfold-surface': '',
  '--billfold-raised': '',
  '--billfold-field': '',
  '--billfold-ink': '',
  '--billfold-ink-2': '',
  '--billfold-ink-3': '',
  '--billfold-border': '',
  '--billfold-shadow': '',
  '--billfold-blur': '',
  '--billfold-backdrop': '',
  '--billfold-density': 1,
  '--billfold-pace': 1,
}
