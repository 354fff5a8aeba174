/** What a site may import of `@billfold/react`, and the file of `packages/react/src` it is written in. */
export const kitEntries = {
  index: 'index',
  actions: 'actions',
  headless: 'headless',
  networks: 'networks',
  readings: 'readings',
  solana: 'solanaSigner',
  siwx: 'siwx',
  wagmi: 'wagmi',
} as const

/** What a server component gets for the kit's index: the same names, marked as the browser's. */
export const serverFile = 'index.server'

/** What a test may import of `@billfold/testkit`, and the file of `packages/testkit` it is written in. */
export const testkitEntries = {
  index: 'src/index',
  playwright: 'playwright/installInPage',
  vitest: 'src/installInWindow',
  walletconnect: 'src/walletconnect/createWalletConnectWallet',
} as const
