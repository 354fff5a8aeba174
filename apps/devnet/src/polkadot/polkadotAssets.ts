/** The prefix of this chain's addresses; the runtime says the same. */
export const ss58Prefix = 2
/** An account's minimum balance, as the runtime says. */
export const existentialDeposit = 3_333_333n

export type PolkadotAsset = {
  id: number
  name: string
  symbol: string
  decimals: number
  /** An account's minimum balance of it. */
  minBalance: bigint
  /** Whether it alone keeps an account alive, without the chain's own coin. */
  isSufficient: boolean
}

/** The assets beside the chain's own coin. */
export const polkadotAssets: readonly PolkadotAsset[] = [
  { id: 1984, name: 'Local Tether', symbol: 'USDT', decimals: 6, minBalance: 10_000n, isSufficient: true },
  { id: 7, name: 'Local Ticket', symbol: 'TICK', decimals: 0, minBalance: 1n, isSufficient: false },
]
