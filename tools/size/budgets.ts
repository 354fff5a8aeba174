/**
 * What the kit may weigh, in KiB of gzip. `begins` names the modules whose chunks are fetched, `after` what is there by
 * then; without `begins` it is the page itself. `each` weighs every chunk that begins at such a path and tells the heaviest. `of` is another
 * page than the kit's button, and `without` what must not be in it.
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

/** What the dialog is drawn with, and what it asks and answers with. */
export const modalBegins = [
  'packages/react/src/modal/mountModal.tsx',
  'packages/core/src/completeKit.ts',
  'packages/react/src/views/connect/RegistryLists.tsx',
  'packages/core/src/api/createDialogApi.ts',
  'packages/react/src/modal/laterParts.tsx',
]

/** What the modal draws with: a page with a design of its own pays for none of it. */
const drawing = /^packages\/react\/src\/(modal\/|ui\/|views\/.*\.tsx$)/

export const budgets: Budget[] = [
  { name: 'before the button, over bare React', kib: 25, after: 'bare' },
  { name: 'the dialog with its first wallets', kib: 20, begins: modalBegins.slice(0, 1), after: 'page' },
  { name: 'the dialog and its questions', kib: 65.7, begins: modalBegins, after: 'page' },
  { name: 'EVM', kib: 8, begins: ['packages/core/src/chains/eip155/eip155.ts'], after: 'modal' },
  {
    // All of it: its wallets, what is signed and what is sent.
    name: 'Solana',
    kib: 20,
    begins: [
      'packages/core/src/connectors/walletStandard/standardConnector.ts',
      'packages/core/src/chains/solana/solana.ts',
      'packages/core/src/chains/solana/sendTransfers.ts',
    ],
    after: 'modal',
  },
  {
    // All of it: its wallets in whatever they speak, what is signed and checked, and what is sent.
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
    // All of it: its wallets, what is signed and what is sent.
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
    kib: 26.4,
    begins: ['packages/core/src/connectors/walletconnect/createHub.ts'],
    after: 'modal',
  },
  { name: 'a language', kib: 5, each: /^packages\/react\/src\/i18n\/[a-z]+\.ts$/, after: 'modal' },
  { name: "a view's language", kib: 4, each: /^packages\/react\/src\/i18n\/\w+\/[a-z]+\.ts$/, after: 'modal' },
  { name: 'a view', kib: 21, each: /^packages\/react\/src\/.*\/\w+View\.tsx$/, after: 'modal' },
  { name: 'headless: one hook, over bare React', kib: 32.6, after: 'bare', of: 'headless', without: drawing },
  {
    name: 'headless: what it fetches next',
    kib: 15,
    begins: ['packages/core/src/completeKit.ts'],
    after: 'page',
    of: 'headless',
    without: drawing,
  },
  { name: 'custom elements', kib: 4.1, begins: ['packages/react/src/startLater.ts'], after: 'page' },
]

/** How many packages a site installs with the kit, itself counted and React not. */
export const packageBudget = 30

/** What the embedded wallet's page may weigh in KiB of gzip, its worker and one language included, and how many packages it and its server are made of. */
export const frameBudget = { kib: 142.4, packages: 12 }
