/**
 * The kit's weight limits, in KiB of gzip. `begins` names the modules whose chunks load, `after` those that are loaded
 * by then; without `begins` it is the page itself. `each` weighs every chunk that begins at such a path and reports the
 * heaviest. `of` is a page different from the kit's button, and `without` lists modules that it must not contain.
 */
export type Budget = {
  name: string
  kib: number
  begins?: string[]
  each?: RegExp
  after: 'bare' | 'page' | 'modal'
  of?: 'headless'
  without?: RegExp
}

/** The modules that draw the dialog, and those of its requests and results. */
export const modalBegins = [
  'packages/react/src/modal/mountModal.tsx',
  'packages/core/src/completeKit.ts',
  'packages/react/src/views/connect/RegistryLists.tsx',
  'packages/core/src/api/createDialogApi.ts',
  'packages/react/src/modal/laterParts.tsx',
]

/** The modules that draw the modal: a page with a design of its own loads none of them. */
const drawing = /^packages\/react\/src\/(modal\/|ui\/|views\/.*\.tsx$)/

export const budgets: Budget[] = [
  { name: 'before the button, over bare React', kib: 25, after: 'bare' },
  { name: 'the dialog with its first wallets', kib: 20, begins: modalBegins.slice(0, 1), after: 'page' },
  // Since wallets are offered by methods that work here, how each is reached comes with it (1.2).
  { name: 'the dialog and its questions', kib: 68.3, begins: modalBegins, after: 'page' },
  { name: 'EVM', kib: 8, begins: ['packages/core/src/chains/eip155/eip155.ts'], after: 'modal' },
  {
    // All of it: its wallets, signing and sending.
    name: 'Solana',
    kib: 20.1,
    begins: [
      'packages/core/src/connectors/walletStandard/standardConnector.ts',
      'packages/core/src/chains/solana/solana.ts',
      'packages/core/src/chains/solana/sendTransfers.ts',
    ],
    after: 'modal',
  },
  {
    // All of it: its wallets by every protocol, signing, verification and sending.
    name: 'Bitcoin',
    kib: 41,
    begins: [
      'packages/core/src/connectors/bitcoin/bitcoinConnector.ts',
      'packages/core/src/connectors/bitcoin/standardDialect.ts',
      'packages/core/src/connectors/bitcoin/satsDialect.ts',
      'packages/core/src/connectors/bitcoin/unisatDialect.ts',
      'packages/core/src/chains/bip122/bip122.ts',
      'packages/core/src/chains/bip122/sendTransfers.ts',
      'packages/core/src/chains/bip122/isMessageSigned.ts',
    ],
    after: 'modal',
  },
  {
    // All of it: its wallets, signing and sending.
    name: 'Polkadot',
    kib: 45,
    begins: [
      'packages/core/src/connectors/injectedWeb3/web3Connector.ts',
      'packages/core/src/chains/polkadot/polkadot.ts',
      'packages/core/src/chains/polkadot/holdings.ts',
      'packages/core/src/chains/polkadot/sendTransfers.ts',
      'packages/core/src/chains/polkadot/isMessageSigned.ts',
    ],
    after: 'modal',
  },
  {
    name: 'WalletConnect',
    kib: 27.3,
    begins: ['packages/core/src/connectors/walletconnect/createHub.ts'],
    after: 'modal',
  },
  { name: 'a language', kib: 5, each: /^packages\/react\/src\/i18n\/compiled\/main\/[a-z]+\.ts$/, after: 'modal' },
  {
    name: "a view's language",
    kib: 4,
    each: /^packages\/react\/src\/i18n\/compiled\/(?!main\/)\w+\/[a-z]+\.ts$/,
    after: 'modal',
  },
  { name: 'a view', kib: 22, each: /^packages\/react\/src\/.*\/\w+View\.tsx$/, after: 'modal' },
  { name: 'headless: one hook, over bare React', kib: 32.8, after: 'bare', of: 'headless', without: drawing },
  {
    name: 'headless: what it fetches next',
    kib: 15,
    begins: ['packages/core/src/completeKit.ts'],
    after: 'page',
    of: 'headless',
    without: drawing,
  },
  { name: 'custom elements', kib: 4.2, begins: ['packages/react/src/startLater.ts'], after: 'page' },
]

/** The number of packages that a site installs with the kit, counting the kit and not React. */
export const packageBudget = 30

/**
 * The limits of the embedded wallet's page: KiB of gzip with its worker and one language, and the number of packages of
 * the page and its server. Decoding of swaps and the list of exchanges are 3.2 of them, in files of their own that come
 * with the first approval.
 */
export const frameBudget = { kib: 151.4, packages: 12 }
