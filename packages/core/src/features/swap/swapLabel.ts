import type { NoQuote } from '@billfold/protocol/api/swap'
import { type ErrorCode, KitError } from '@billfold/protocol/error'

/** Why there is nothing to review, as a button label. */
export type NoQuoteLabel = 'noRoute' | 'tooSmall' | 'wouldFail' | 'busy' | 'tooOften' | 'slow' | 'away'

/** Label of the form's button, which is enabled only as `review`. */
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
  /** The input amount; undefined if empty or invalid. */
  amount: bigint | undefined
  /** Balances of the token and of the gas coin; undefined while loading. */
  balance: bigint | undefined
  coins: bigint | undefined
  /** The coins needed for amount and fee together, once there is a quote. */
  coinsSpent: bigint | undefined
  /** A smaller amount would work: the pools lack depth for this one, and the coin covers the fee alone. */
  isThin: boolean
  /** The sources have not all responded. */
  isWaiting: boolean
  /** Why the query failed. */
  failure: unknown
  /** Why no source has a quote. */
  why: NoQuote['reason'] | undefined
}

/** The last rule that applies wins, ordered by urgency: the first field to fill in has the last rule. */
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
