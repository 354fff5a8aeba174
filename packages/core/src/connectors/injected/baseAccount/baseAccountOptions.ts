export type BaseAccountOptions = {
  /** The page of the wallet's window; Base's by default. */
  walletUrl?: string
  /** Paymasters by chain id, for batches whose fee the site pays. */
  paymasterUrls?: Record<number, string>
}
