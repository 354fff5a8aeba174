/** Facts that a form has on the funds it needs. */
export type FundsFacts = {
  /** The amount to send; undefined if invalid. */
  units: bigint | undefined
  token: string | undefined
  /** Balances of that token and of the fee coin; undefined while loading. */
  balance: bigint | undefined
  coins: bigint | undefined
  /** The network fee, if known. */
  fee: bigint | undefined
}

/** A shortfall: a token by contract, or the native coin, and the missing amount, if known. */
export type Missing = { token?: string | undefined; lacks?: bigint | undefined }

/** The exact shortfall including the network fee: the token first, otherwise the fee coin. */
export function missingFunds({ units = 0n, token, balance, coins, fee = 0n }: FundsFacts): Missing {
  if (token !== undefined && balance !== undefined && units > balance) return { token, lacks: units - balance }
  const needed = token === undefined ? units + fee : fee
  return coins !== undefined && needed > coins ? { lacks: needed - coins } : {}
}
