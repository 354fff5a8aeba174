/** What the button of the form says; it works only as `preview`. */
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
  /** As kept by the form; empty where nothing is filled in. */
  amount: string
  /** What it comes to; nothing where it is invalid. */
  units: bigint | undefined
  /** What the account has of the token, and of the coin that pays for gas; nothing while unknown. */
  balance: bigint | undefined
  coins: bigint | undefined
  roughFee: bigint | undefined
  isCoin: boolean
  /** Someone else may pay the network for it: what it has of the coin says nothing. */
  isSmart: boolean
  to: string
  recipient: 'none' | 'looking' | 'invalid' | 'found'
  isMemoLong: boolean
  /** Something about the recipient stops the flow until it is confirmed. */
  isStopped: boolean
}

/** The last rule that holds is what is said, from the least urgent to the most: so what must be filled in first is named first. */
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

/** Nothing to pay with, or less than a transfer costs: of the coin itself, after what is sent. */
function isShortOfGas(
  { isCoin, isSmart, units = 0n }: SendFacts,
  coins: bigint | undefined,
  fee: bigint | undefined,
): boolean {
  if (coins === undefined || isSmart) return false
  return coins === 0n || (fee !== undefined && coins - (isCoin && units <= coins ? units : 0n) < fee)
}
