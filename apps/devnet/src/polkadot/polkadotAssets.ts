/** What stands before an account's key in an address of this chain; the runtime says the same. */
export const ss58Prefix = 2
/** The least an account holds, as the runtime says. */
export const existentialDeposit = 3_333_333n

export type PolkadotAsset = {
  id: number
  name: string
  symbol: string
  decimals: number
  /** The least an account holds of it. */
  minBalance: bigint
  /** Whether an account lives by it alone, without the chain's own coin. */
  isSufficient: boolean
}

/** The assets beside the chain's own coin. */
export const polkadotAssets: readonly PolkadotAsset[] = [
  { id: 1984, name: 'Local Tether', symbol: 'USDT', decimals: 6, minBalance: 10_000n, isSufficient: true },
  { id: 7, name: 'Local Ticket', symbol: 'TICK', decimals: 0, minBalance: 1n, isSufficient: false },
]
