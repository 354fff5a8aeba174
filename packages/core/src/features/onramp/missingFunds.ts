/** What a form knows of what it would take. */
export type FundsFacts = {
  /** How much goes, and of what; nothing where it is invalid. */
  units: bigint | undefined
  token: string | undefined
  /** What the account has of that, and of the coin that pays the network; nothing while unknown. */
  balance: bigint | undefined
  coins: bigint | undefined
  /** What the network takes, as far as it is known. */
  fee: bigint | undefined
}

/** What a form lacks: a token by its contract, the chain's own coin without one, and how much of it, where that is known. */
export type Missing = { token?: string | undefined; lacks?: bigint | undefined }

/** What is missing to the last unit, with what the network takes: the token first, or else the coin that pays for it. */
export function missingFunds({ units = 0n, token, balance, coins, fee = 0n }: FundsFacts): Missing {
  if (token !== undefined && balance !== undefined && units > balance) return { token, lacks: units - balance }
  const needed = token === undefined ? units + fee : fee
  return coins !== undefined && needed > coins ? { lacks: needed - coins } : {}
}
