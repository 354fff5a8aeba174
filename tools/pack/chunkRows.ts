/**
 * Modules that load together, in the order of a visit: `begin` are the modules that a row's file is fetched for. A module that
 * pages without the dialog use too (hooks, actions) goes to the file `shared`, so that they fetch no view.
 */
export type ChunkRow = { name: string; begin: readonly string[]; shared?: string }

const views = (group: string, names: readonly string[]) => names.map((name) => `react/src/views/${group}/${name}`)
const chain = (family: string, names: readonly string[]) => names.map((name) => `core/src/chains/${family}/${name}.ts`)
const protocol = (names: readonly string[]) => names.map((name) => `protocol/src/${name}.ts`)
const feature = (group: string, names: readonly string[]) =>
  names.map((name) => `core/src/features/${group}/${name}.ts`)

/** The kit's files; texts and what no row needs come beside them. */
export const chunkRows: readonly ChunkRow[] = [
  {
    name: 'billfold',
    begin: [
      'react/src/createAppKit.tsx',
      'react/src/api/AppKitButton.tsx',
      // A few bytes for which the dialog's first rows, or a site's wallets, would otherwise fetch a second file.
      'react/src/ui/WalletTile.tsx',
      ...feature('wallets', ['imageUrl']),
      'core/src/ledger/ledgerId.ts',
    ],
  },
  // Everything else that a site may import, apart from the dialog's files: otherwise bundlers could not tree-shake it.
  {
    name: 'parts',
    begin: ['react/src/index.ts'],
  },
  { name: 'modal', begin: ['react/src/modal/mountModal.tsx'] },

  // A dialog that opens, and the page of a visitor who comes back connected, which needs no view.
  {
    name: 'complete',
    begin: [
      'core/src/completeKit.ts',
      'core/src/ports/http.ts',
      'core/src/queries/queriesOf.ts',
      'core/src/api/createDialogApi.ts',
      ...feature('analytics', ['trackedEventOf', 'postEvent']),
      ...feature('connect', ['matchRegistryWallets']),
      ...feature('alert', ['alertDeveloper']),
    ],
    shared: 'data',
  },
  {
    name: 'eip155',
    begin: [
      ...chain('eip155', ['eip155']),
      'core/src/connectors/injected/connectorFor.ts',
      'core/src/rpc/requestNodes.ts',
      'core/src/rpc/sendNetworkRequest.ts',
    ],
    shared: 'data',
  },
  {
    name: 'dialog',
    begin: [
      'react/src/modal/laterParts.tsx',
      ...views('connect', ['RegistryLists.tsx', 'WalletLogos.tsx', 'reachNotes.ts']),
      ...feature('wallets', ['prefetch', 'redirectTo']),
      ...feature('modal', ['openViews']),
      'react/src/theme/fonts/loadFont.ts',
    ],
    shared: 'data',
  },
  {
    name: 'connecting',
    begin: views('connect', [
      'ConnectingExternalView.tsx',
      'ConnectingWalletConnectView.tsx',
      'ConnectingWalletConnectBasicView.tsx',
      'ConnectingMultiChainView.tsx',
      'ConnectWalletsView.tsx',
      'AllWalletsView.tsx',
      'guideViews.ts',
      'furtherStyles.ts',
    ]).concat('react/src/api/openWallet.ts'),
    shared: 'data',
  },
  // Also on the page of a visitor who comes back connected.
  {
    name: 'face',
    begin: [
      'react/src/api/AccountFace.tsx',
      'react/src/api/ButtonBalance.tsx',
      ...feature('connect', ['leaveWallet', 'disconnect', 'disconnectConnector']),
      ...feature('signin', ['signIn']),
    ],
    shared: 'data',
  },
  {
    name: 'account',
    begin: [
      'core/src/api/createMoneyApi.ts',
      ...views('account', [
        'AccountView.tsx',
        'assetsParts.ts',
        'accountViews.ts',
        'TransactionsView.tsx',
        'WalletReceiveView.tsx',
        'WalletCompatibleNetworksView.tsx',
      ]),
      ...views('networks', ['networkViews.ts']),
      ...views('login', ['lateLogin.ts']),
      ...views('buy', ['lateBuy.ts']),
      ...views('names', ['namesScreens.ts']),
      ...views('signIn', ['signInScreen.ts']),
      'react/src/ui/coinMarks.ts',
      ...feature('balances', ['deferredAssets', 'withWalletAssets']),
      ...feature('lookalike', ['lookalikeTables']),
    ],
    shared: 'accountData',
  },

  // The rest of the views, fetched while nothing else is.
  {
    name: 'money',
    begin: [
      ...views('send', [
        'moneyStyles.ts',
        'WalletSendView.tsx',
        'WalletSendSelectTokenView.tsx',
        'WalletSendRecipientsView.tsx',
        'WalletSendPreviewView.tsx',
        'WalletSendStatusView.tsx',
      ]),
      ...views('swap', ['SwapView.tsx', 'SwapSelectTokenView.tsx', 'SwapPreviewView.tsx', 'SwapStatusView.tsx']),
    ],
    shared: 'moneyData',
  },
  { name: 'buy', begin: views('buy', ['buyViews.ts', 'buyParts.ts']), shared: 'moneyData' },
  { name: 'encoding', begin: protocol(['bytes', 'base58', 'wc/base64']) },
  {
    name: 'coins',
    begin: protocol(['coinType', 'bitcoin/bitcoinNetworks', 'polkadot/prefixOn', 'paymentLinkNote', 'rpcError']),
  },
  { name: 'names', begin: views('names', ['namesViews.ts']), shared: 'moneyData' },
  { name: 'login', begin: views('login', ['embeddedViews.ts', 'ConnectingFarcasterView.tsx']), shared: 'loginData' },
  { name: 'signInView', begin: views('signIn', ['signInParts.ts']) },

  // For some visitors only.
  {
    name: 'logins',
    begin: [...views('login', ['loginParts.ts']), 'core/src/reactions/startEmbedded.ts'],
    shared: 'loginData',
  },
  {
    name: 'calls',
    begin: ['react/src/api/walletCalls.ts', ...feature('account', ['signMessage'])],
    shared: 'accountData',
  },
  {
    name: 'flow',
    begin: [
      ...feature('balances', ['loadTracking', 'movedTokens']),
      ...feature('transactions', ['transactionTracking']),
      ...['requestSend', 'trackRequests', 'runFlow', 'preloadFlowCode'].map((name) => `core/src/flows/${name}.ts`),
    ],
    shared: 'flowData',
  },
  {
    name: 'sending',
    begin: [
      ...feature('send', ['sendTransfer', 'fillMost', 'fillLink', 'bumpFee']),
      ...feature('lookalike', ['readSentTo']),
      ...views('send', [
        'sentParts.ts',
        'formParts.ts',
        'Faster.tsx',
        'RecipientStop.tsx',
        'WalletsFee.tsx',
        'WhyRefused.tsx',
      ]),
      'react/src/modal/WaitingRequests.tsx',
    ],
    shared: 'flowData',
  },
  {
    name: 'swapping',
    begin: [
      ...feature('swap', ['executeSwap', 'fillMost']),
      ...views('swap', ['reviewParts.ts', 'SwapFacts.tsx', 'SwapTroubleBox.tsx', 'SwapElsewhere.tsx', 'QuoteList.tsx']),
    ],
    shared: 'flowData',
  },
  { name: 'eip155Sending', begin: chain('eip155', ['sendTransfers', 'findSent', 'swapCalls']) },
  { name: 'eip155Swapping', begin: chain('eip155', ['swapVerifier']) },
  {
    name: 'addresses',
    begin: [
      ...protocol(['bitcoin/readBitcoinAddress', 'bitcoin/bitcoinBytes', 'polkadot/ss58', 'polkadot/scale']),
      ...protocol(['signin/evmChecksum']),
    ],
  },
  {
    name: 'finding',
    begin: [
      ...feature('send', ['findName', 'findByCoin']),
      ...chain('eip155', ['sendName']),
      ...protocol(['coinAddress']),
    ],
  },
  {
    name: 'eip155Signatures',
    begin: [...protocol(['signin/isEvmMessageSigned']), ...chain('eip155', ['readSignature', 'proveStatement'])],
  },
  { name: 'families', begin: ['core/src/families/deferredFamilies.ts', 'core/src/families/discoverPolkadot.ts'] },
  { name: 'solanaText', begin: protocol(['solanaTransaction']) },
  {
    name: 'solana',
    begin: ['core/src/connectors/walletStandard/standardConnector.ts', ...chain('solana', ['solana'])],
  },
  {
    name: 'solanaSending',
    begin: chain('solana', ['sendTransfers', 'findMint', 'hookAccounts', 'resolveName', 'findSent', 'blockhashLife']),
  },
  {
    name: 'bitcoin',
    begin: [
      ...chain('bip122', ['bip122', 'esplora']),
      ...['bitcoinConnector', 'standardDialect', 'satsDialect', 'unisatDialect'].map(
        (name) => `core/src/connectors/bitcoin/${name}.ts`,
      ),
    ],
  },
  {
    name: 'bitcoinSignatures',
    begin: [...protocol(['bitcoin/isBitcoinMessageSigned']), ...chain('bip122', ['isMessageSigned'])],
  },
  {
    name: 'bitcoinSending',
    begin: chain('bip122', ['sendTransfers', 'bumpFee', 'inscriptions', 'spendingInfoOf']),
  },
  {
    name: 'polkadot',
    begin: ['core/src/connectors/injectedWeb3/web3Connector.ts', ...chain('polkadot', ['polkadot', 'holdings'])],
  },
  {
    name: 'polkadotSignatures',
    begin: [...protocol(['polkadot/isPolkadotMessageSigned']), ...chain('polkadot', ['isMessageSigned'])],
  },
  { name: 'polkadotSending', begin: chain('polkadot', ['sendTransfers']) },
  { name: 'ed25519', begin: [...protocol(['wc/verifyEd25519']), ...chain('solana', ['verifyByLibrary'])] },
  {
    name: 'signInSession',
    begin: ['core/src/reactions/installSignIn.ts', ...feature('signin', ['serverSignIn'])],
    shared: 'signInData',
  },
  { name: 'signInWallet', begin: chain('solana', ['signIns']) },
  { name: 'signInLocal', begin: feature('signin', ['localSignIn']) },
  { name: 'walletConnectParts', begin: ['core/src/wc/filterGrant.ts', 'core/src/wc/authenticate.ts'] },
  {
    name: 'walletConnect',
    begin: ['core/src/connectors/walletconnect/createHub.ts', 'core/src/wc/smartCalls.ts'],
    shared: 'walletConnectParts',
  },
  { name: 'hosts', begin: ['core/src/connectors/injected/hosts.ts', 'core/src/connectors/injected/safeConnector.ts'] },
  {
    name: 'ledger',
    begin: [
      'react/src/views/ledger/LedgerPanel.tsx',
      'core/src/ledger/ledgerConnector.ts',
      'core/src/ledger/showApproval.ts',
    ],
    shared: 'ledgerIcon',
  },
]

/** Modules that a page without the dialog begins with. */
export const hookEntries: readonly string[] = [
  'headless.ts',
  'actions.ts',
  'siwx.ts',
  'readings.ts',
  'wagmi.ts',
  'solanaSigner.ts',
  'baseAccount.ts',
  'ledger.ts',
  'qrSigner.ts',
].map((name) => `react/src/${name}`)

/** The file of an area's texts, one for each language: areas that are not here come with money. */
export const textSections: Readonly<Record<string, string>> = {
  account: 'account',
  names: 'account',
  signIn: 'account',
  walletConnect: 'account',
  embedded: 'login',
  ledger: 'login',
  qrSigner: 'login',
}
