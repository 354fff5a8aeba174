/** Label of the form's button, which is enabled only as `preview`. */
export type SendLabel =
  | 'preview'
  | 'checking'
  | 'confirmAddress'
  | 'invalidAddress'
  | 'addAddress'
  | 'insufficientGas'
  | 'insufficientFunds'
  | 'addAmount'
  | 'incorrectValue'
  | 'selectToken'
  | 'shortenMemo'

export type SendFacts = {
  hasToken: boolean
  /** As stored by the form; empty if not filled in. */
  amount: string
  /** The amount in smallest units; undefined if invalid. */
  units: bigint | undefined
  /** Balances of the token and of the gas coin; undefined while loading. */
  balance: bigint | undefined
  coins: bigint | undefined
  roughFee: bigint | undefined
  isCoin: boolean
  /** A paymaster may cover the fee: the coin balance does not matter. */
  isSmart: boolean
  to: string
  recipient: 'none' | 'looking' | 'invalid' | 'found'
  isMemoLong: boolean
  /** A warning on the recipient blocks until confirmed. */
  isStopped: boolean
}

/** The last rule that applies wins, ordered by urgency: the first field to fill in has the last rule. */
export function sendLabel(facts: SendFacts): SendLabel {
  const { amount, units, balance, coins, roughFee, to, recipient } = facts
  const rules: [boolean, SendLabel][] = [
    [true, 'preview'],
    [facts.isMemoLong, 'shortenMemo'],
    [recipient === 'looking', 'checking'],
    [facts.isStopped, 'confirmAddress'],
    [recipient === 'invalid', 'invalidAddress'],
    [to.trim() === '', 'addAddress'],
    [isShortOfGas(facts, coins, roughFee), 'insufficientGas'],
    [units !== undefined && balance !== undefined && units > balance, 'insufficientFunds'],
    [amount === '', 'addAmount'],
    [amount !== '' && units === undefined, 'incorrectValue'],
    [!facts.hasToken, 'selectToken'],
  ]
  return rules.findLast(([holds]) => holds)?.[1] ?? 'preview'
}

/** No coin, or less than the fee: for the coin itself, after the amount. */
function isShortOfGas(
  { isCoin, isSmart, units = 0n }: SendFacts,
  coins: bigint | undefined,
  fee: bigint | undefined,
): boolean {
  if (coins === undefined || isSmart) return false
  return coins === 0n || (fee !== undefined && coins - (isCoin && units <= coins ? units : 0n) < fee)
}
