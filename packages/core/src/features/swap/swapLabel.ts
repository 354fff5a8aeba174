import type { NoQuote } from '@billfold/protocol/api/swap'
import { type ErrorCode, KitError } from '@billfold/protocol/error'

/** Why there is nothing to review, as the button says it. */
export type NoQuoteLabel = 'noRoute' | 'tooSmall' | 'wouldFail' | 'busy' | 'tooOften' | 'slow' | 'away'

/** What the button of the form says; it works only as `review`. */
export type SwapLabel =
  | 'selectToken'
  | 'enterAmount'
  | 'insufficient'
  | 'insufficientGas'
  | 'thin'
  | NoQuoteLabel
  | 'review'

const labelOfReason: Readonly<Record<NoQuote['reason'], NoQuoteLabel>> = {
  no_route: 'noRoute',
  amount_too_small: 'tooSmall',
  would_fail: 'wouldFail',
  busy: 'busy',
  timeout: 'slow',
  unavailable: 'away',
}
const labelOfFailure: Partial<Record<ErrorCode, NoQuoteLabel>> = { too_many_requests: 'tooOften', timeout: 'slow' }

export type SwapLabelFacts = {
  hasTarget: boolean
  /** What is paid; nothing where nothing is filled in, or it is invalid. */
  amount: bigint | undefined
  /** What the account has of the token, and of the coin that pays for gas; nothing while unknown. */
  balance: bigint | undefined
  coins: bigint | undefined
  /** What of the coin goes, the amount and the network's cost together, once there is a quote. */
  coinsSpent: bigint | undefined
  /** Less of the coin would do: the pools lack depth for this amount, and the coin that pays it covers the cost alone. */
  isThin: boolean
  /** The sources are still being asked. */
  isWaiting: boolean
  /** Why no one could be asked. */
  failure: unknown
  /** Why no one would do it. */
  why: NoQuote['reason'] | undefined
}

/** The last rule that holds is what is said, from the least urgent to the most: so what must be filled in first is named first. */
export function swapLabel(facts: SwapLabelFacts): SwapLabel {
  const { hasTarget, amount, balance, coins, coinsSpent, failure } = facts
  const rules: [boolean, SwapLabel][] = [
    [true, 'review'],
    [coinsSpent === undefined && !facts.isWaiting, labelOfReason[facts.why ?? 'no_route']],
    [coins !== undefined && coinsSpent !== undefined && coins < coinsSpent, facts.isThin ? 'thin' : 'insufficientGas'],
    [Boolean(failure), labelOfFailure[KitError.from(failure).code] ?? 'away'],
    [amount !== undefined && balance !== undefined && amount > balance, 'insufficient'],
    [amount === undefined, 'enterAmount'],
    [!hasTarget, 'selectToken'],
  ]
  return rules.findLast(([holds]) => holds)?.[1] ?? 'review'
}
