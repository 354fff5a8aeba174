/** Why a name is not there, or is there and not quite the same. */
export type Judgement = { why: string; issue?: number }
type Group = Judgement & { names: RegExp; sections?: RegExp }

const entry = /^\./
const inner = 'AppKit’s own working parts: read the instance’s `get…` and `subscribe…` instead'

/** Names that are not there, by groups; the first that fits is the one. */
export const absent: readonly Group[] = [
  {
    sections: /^instance$/,
    names:
      /^(?:set|reset|add|remove)(?:Caip|Balance|Profile|User|Account|Status|Connect|Requested|Approved|Network|Client|Address|All|Smart|Adapter|Wc)/,
    why: 'AppKit’s adapters write its state with it; here the state follows the wallet',
  },
  {
    sections: /^instance$/,
    names: /^(?:isTransaction|popTransaction|handleUnsafe|syncIdentity|subscribeShouldUpdate)/,
    why: 'steers AppKit’s embedded wallet; the kit’s own needs no help',
  },
  { sections: /^instance$/, names: /^(?:getInstance|instance)$/, why: 'static: `AppKit.getInstance()`' },
  {
    sections: /^instance$/,
    names: /^(?:fetchIdentity|getReownName)$/,
    why: 'a request to AppKit’s server; the dialog shows names, and viem’s `getEnsName` looks one up',
  },
  {
    sections: entry,
    names: /^(?:BlockchainApi|Api[A-Z]|BaseError$|ReownName$|Cacao$|CaipNamespaces$|LinkingRecord$)/,
    why: 'the shape of a request to AppKit’s servers; yours has an API of its own',
  },
  {
    sections: entry,
    names: /^(?:BaseFeature|TypedFeatureConfig|Feature(?:ID|Key|ConfigMap|ConfigItem))$/,
    why: 'what AppKit’s dashboard answers; here the site’s own `features` decide',
  },
  {
    sections: entry,
    names:
      /^(?:Exchange|GetExchangesParams|PayUrlParams|PaymentAsset|CurrentPayment|getExchanges|getPayUrl|getPaymentAssetsForNetwork|formatCaip19Asset)/,
    why: 'paying from an exchange is a service of AppKit’s operator',
  },
  {
    sections: entry,
    names:
      /^(?:Coinbase|CaipNetworkCoinbase|DestinationWallet|GenerateOnRamp|GetQuoteArgs|OnrampQuote|PaymentCurrency|PaymentLimits|PurchaseCurrency|QuoteAmount)/,
    why: 'sellers of coins are your server’s matter: open the view `OnRampProviders`',
  },
  { sections: entry, names: /^WalletGetAssets/, why: 'balances come from your API, whatever a wallet says' },
  { sections: entry, names: /^Swap(?:Token|TokenWithBalance|InputTarget)$/, why: inner },
  {
    sections: entry,
    names: /^(?:Wc|DEFAULT_METHODS|WalletConnectConnector|OpenTarget)/,
    why: 'the kit has a WalletConnect client of its own',
  },
  {
    sections: entry,
    names: /^(?:W3mFrameProviderSingleton|authConnector|UniversalProviderType)$/,
    why: 'the embedded wallet is one of the kit’s wallets, and connects like every other',
  },
  {
    sections: entry,
    names:
      /^(?:Sol(?:Constants|Helpers|Store)Util|SolStoreUtilState|SPL|ISolConfig|IEthersConfig|EthersHelpersUtil|Chain$|GetActiveChain|ProviderEventEmitterMethods)/,
    why: 'a working part of AppKit’s adapter; use your library’s own',
  },
  {
    sections: entry,
    names: /^\* from @solana\/wallet-adapter-base$/,
    why: 'types of another package: import them from it',
  },
  {
    sections: entry,
    names: /^(?:AddressPurpose|mapSatsConnectAddressPurpose)$/,
    why: 'a working part of AppKit’s adapter; `getAccountAddresses()` tells what each address is for',
  },
  {
    sections: entry,
    names: /^get(?:ActiveCaipNetwork|ActiveNetworkTokenAddress|ChainsToDisconnect|PreferredAccountType)$/,
    why: inner,
  },
  {
    sections: entry,
    names:
      /(?:Controller|Util|ControllerState|ControllerClient|ControllerArguments|ControllerUtil|StateInternal|ControllerStateInternal|NetworkState|WithProviders|Manager|ErrorCategory)$/,
    why: inner,
  },
  { sections: entry, names: /^(?:withErrorBoundary|AppKitError)$/, why: inner },
]

/** Names that are there, and differ: by section and name. */
export const different: Readonly<Record<string, string>> = {
  'entry AppKit': 'the type, and `AppKit.getInstance()`; one is made with `createAppKit`',
  'entry AdapterBlueprint': 'a base without the methods by which AppKit drives a wallet: the kit drives it',
  'entry WagmiAdapter': '`wagmiConfig` and `wagmiChains`; wagmi’s one connector is the kit',
  'entry EthersAdapter': 'names the library; the wallet is `getWalletProvider()`',
  'entry SolanaAdapter': 'takes its options; `wallets` are found by the Wallet Standard',
  'entry BitcoinAdapter': 'names the family; the wallet is `getProvider("bip122")`',
  'entry BitcoinConnector': 'the connected wallet, without the statics of AppKit’s class',
  'entry AppKitWalletButton':
    'in `wallet-button` what `createAppKitWalletButton` returns; the element is `<appkit-wallet-button>`',
  'entry Event': 'by its name and properties, not a union of every event',
  'entry OptionsControllerState': 'what `updateOptions` takes',
  'entry User': 'without the accounts of an embedded wallet',
  'instance getUniversalProvider': 'always nothing: the kit’s WalletConnect client is no UniversalProvider',
  'instance setLoading': 'told by `useAppKitState`; the kit’s buttons show their own waiting',
  'instance updateNativeBalance': 'of the active account, whichever is named',
  'instance setPreferredAccountType': 'asks the embedded wallet; other wallets are switched with `switchConnection`',
  'instance reportedAlertErrors': 'always empty: what is wrong is said in the console',
  'instance remoteFeatures': 'the site’s own features, read back',
  'instance getRemoteFeatures': 'the site’s own features, read back',
  'instance updateRemoteFeatures': 'changes the site’s own features',
  'instance chainAdapters': 'the adapters as they were given',
  'options tokens': 'nothing: balances come from your API, and list every token',
  'options universalProvider': 'nothing: the kit has a WalletConnect client of its own; name your relay in `relayUrl`',
  'options universalProviderConfigOverride': 'nothing: the kit asks wallets for what the networks need',
  'options enableCoinbase': 'nothing: Coinbase Wallet is found like every other wallet',
  'options coinbasePreference': 'nothing: Coinbase Wallet is found like every other wallet',
  'options enableNetworkSwitch': 'nothing: a site with one network shows no switch',
  'options enableAuthLogger': 'nothing: the embedded wallet logs nothing',
  'options experimental_preferUniversalLinks': 'nothing: the registry says which link a wallet takes',
  'options manualWCControl': '`open()` begins with the QR code of the kit’s own pairing',
  'options basic': '`open()` begins with the QR code of the kit’s own pairing',
  'features pay': 'nothing: paying from an exchange is a service of AppKit’s operator',
  'features reownAuthentication': 'nothing: pass `siwx: new ReownAuthentication()`',
  'theme variables --w3m-qr-color': 'nothing: QR codes have one colour, which every camera reads',
  'open uri': 'nothing: the kit makes the pairing that it shows',
}
