/** The options in the order in which readers look for them; one without a group goes under "More". */
export const optionGroups: Readonly<Record<string, readonly string[]>> = {
  Required: ['projectId', 'networks'],
  Servers: ['apiUrl', 'relayUrl', 'relays', 'walletUrl', 'customRpcUrls', 'mailUrl'],
  'The site': ['metadata', 'termsConditionsUrl', 'privacyPolicyUrl'],
  Networks: ['defaultNetwork', 'allowUnsupportedChain', 'chainImages', 'swapContracts'],
  Wallets: [
    'featuredWalletIds',
    'includeWalletIds',
    'excludeWalletIds',
    'customWallets',
    'connectors',
    'allWallets',
    'connectorImages',
    'enableWallets',
    'enableWalletGuide',
    'enableWalletConnect',
    'enableEIP6963',
    'enableInjected',
  ],
  'Look and language': ['themeMode', 'themeVariables', 'locale', 'layout', 'enableEmbedded', 'disableAppend'],
  'Signing in': ['siwx', 'siweConfig', 'defaultAccountTypes'],
  'The kit itself': ['id', 'debug', 'features', 'adapters'],
}

/** Fields that the kit fills in itself: a site passes none of them. */
export const withoutOptions: readonly string[] = ['otherNetworks', 'sdkType', 'sdkVersion', 'ports', 'prefix']
