/** The entries of `@billfold/react`, and the file of `packages/react/src` for each. */
export const kitEntries = {
  index: 'index',
  actions: 'actions',
  'base-account': 'baseAccount',
  headless: 'headless',
  ledger: 'ledger',
  networks: 'networks',
  'qr-signer': 'qrSigner',
  readings: 'readings',
  solana: 'solanaSigner',
  siwx: 'siwx',
  telegram: 'telegram/telegramLaunch',
  themes: 'themes',
  wagmi: 'wagmi',
} as const

/** The kit's index for server components: the same names, marked as the browser's. */
export const serverFile = 'index.server'

/** The entries of `@billfold/testkit`, and the file of `packages/testkit` for each. */
export const testkitEntries = {
  index: 'src/index',
  playwright: 'playwright/installInPage',
  vitest: 'src/installInWindow',
  walletconnect: 'src/walletconnect/createWalletConnectWallet',
} as const
