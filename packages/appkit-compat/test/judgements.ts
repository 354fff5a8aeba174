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
    names: /^getReownName$/,
    why: 'names that AppKit’s operator gives away; `fetchIdentity` tells the name that your API knows of an address',
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
    names: /^(?:Wc|DEFAULT_METHODS|WalletConnectConnector|OpenTarget|UniversalProviderType)/,
    why: 'the kit has a WalletConnect client of its own',
  },
  {
    sections: entry,
    names: /^(?:W3mFrameProviderSingleton|authConnector)$/,
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
  'instance getUniversalProvider':
    'the one you gave in `universalProvider`, else the kit’s own client by its names; `client` has `session`, `metadata` and events, no `core`',
  'instance setLoading':
    'told by `getState` and `useAppKitState`; the kit’s buttons wait for wallets, not for your code',
  'instance setPreferredAccountType': 'asks the embedded wallet; other wallets are switched with `switchConnection`',
  'instance reportedAlertErrors':
    'always empty: AppKit’s note of what it logged; ours is in the console and the debug bar',
  'instance remoteFeatures': 'the site’s own features, read back',
  'instance getRemoteFeatures': 'the site’s own features, read back',
  'instance updateRemoteFeatures': 'changes the site’s own features',
  'instance chainAdapters': 'the adapters as they were given',
  'options tokens': 'the button shows that token’s balance; `image` is unused, as the button shows no coin',
  'options universalProviderConfigOverride':
    'nothing: the kit asks for every method and event of your networks; for others call `connect` of `getUniversalProvider()`',
  'options enableCoinbase':
    'nothing: no SDK of Coinbase’s is loaded unless you add `baseAccount()`; its extension announces itself, its app is in the registry',
  'options coinbasePreference':
    'nothing: add Base Account by `connectors: [baseAccount()]`, from `@billfold/react/base-account`',
  'options enableAuthLogger': 'nothing: the embedded wallet writes nothing to the console that could be switched off',
  'options experimental_preferUniversalLinks':
    'nothing: your registry holds one link per wallet; write the universal one there',
  'options defaultAccountTypes':
    'chooses the embedded wallet’s account on `eip155`, `eoa` or `smartAccount`; on other families it has one',
  'options basic': '`open()` begins with the QR code of the kit’s own pairing',
  'features pay': 'nothing: paying from an exchange is a service of AppKit’s operator',
  'features reownAuthentication': 'nothing: pass `siwx: new ReownAuthentication()`',
  'features smartSessions': 'nothing: no account here grants permissions (ERC-7715)',
  'theme variables --w3m-qr-color':
    'nothing: codes are dark on white in both themes; many cameras fail to read other colours',
}
