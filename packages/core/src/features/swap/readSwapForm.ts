import type { SwapQuote } from '@billfold/protocol/api/swap'
import { retryAfterMs } from '../../api/retryAfterMs.ts'
import type { SwapAsset, SwapDraft } from '../../model/swap.ts'
import { type AmountUnits, entryUnits } from '../amount/entryUnits.ts'
import type { Quotes } from './quotesQuery.ts'
import { swapLabel } from './swapLabel.ts'
import { automaticSlippageBps, gasOf, impactSteps } from './swapMaths.ts'

/** The sources' quotes, or why they were unreachable. */
export type Answer = { data?: Quotes | undefined; error?: unknown }

export type SwapFormFacts = {
  draft: SwapDraft
  /** The network's tokens, once loaded. */
  tokens: readonly SwapAsset[] | undefined
  balance: bigint | undefined
  coins: bigint | undefined
  /** A contract account: a paymaster may cover the fee. */
  isSmart: boolean
  /** Typing has paused, and there is a source. */
  isSettled: boolean
  /** The network fee of the quote, from the chain; undefined until loaded. */
  cost?: bigint | undefined
  /** Queried with the default slippage: shows pool depth and price movement. */
  plain: Answer
  /** Queried with the resulting slippage, or the visitor's. */
  answer: Answer
}

/** The token and amount to pay, before any query. */
export type SwapEntry = {
  coin: SwapAsset | undefined
  from: SwapAsset | undefined
  to: SwapAsset | undefined
  read: AmountUnits
  amount: bigint | undefined
}

/** Parses the entry; pays with the native coin by default. */
export function readEntry({ draft, tokens }: Pick<SwapFormFacts, 'draft' | 'tokens'>): SwapEntry {
  const coin = tokens?.find(({ address }) => address === undefined)
  const from = draft.from ?? coin
  const read = entryUnits(draft, from?.decimals ?? 18)
  return { coin, from, to: draft.to, read, amount: 'units' in read ? read.units : undefined }
}

/** In basis points: the visitor's, or the market's. */
export const slippageOf = ({ slippageBps }: SwapDraft, plain: Answer): number =>
  slippageBps ?? automaticSlippageBps(plain.data?.quotes ?? [])

/** The form's result: the source, what it gives, and what blocks it. */
export function readSwapForm(facts: SwapFormFacts) {
  const { draft, balance, coins, isSmart, plain, answer } = facts
  const entry = readEntry(facts)
  const { from, to, amount } = entry
  const isAsked = facts.isSettled && from !== undefined && to !== undefined && amount !== undefined
  const quotes = isAsked ? (answer.data?.quotes ?? []) : []
  const quote = quotes.find(({ source }) => source?.id === draft.sourceId) ?? quotes[0]
  const fee = quote && (facts.cost ?? gasCostOf(quote))
  const failure = plain.error ?? answer.error
  const isWaiting = amount !== undefined && to !== undefined && !answer.data && !failure
  const [paysCoin, cost] = [from?.address === undefined, isSmart ? 0n : (fee ?? 0n)]
  const label = swapLabel({
    hasTarget: to !== undefined,
    amount,
    balance,
    coins,
    coinsSpent: quote && (paysCoin ? (amount ?? 0n) : 0n) + cost,
    isThin: paysCoin && coins !== undefined && coins >= cost && impactSteps(quote?.priceImpactBps) === 2,
    isWaiting,
    failure,
    why: answer.data?.why?.reason ?? plain.data?.why?.reason,
  })
  return {
    ...entry,
    quotes,
    quote,
    isWaiting,
    isComplete: answer.data?.isComplete ?? false,
    slippageBps: slippageOf(draft, plain),
    /** The network fee, once there is a quote. */
    fee,
    /** The same in dollars, if the server has a price for the coin. */
    gasUsd: quote && fee !== undefined ? dollarsOf(quote, fee) : undefined,
    label,
    canReview: label === 'review' && quote !== undefined,
    /** How long a rate limit lasts, until the automatic retry. */
    retryMs: retryAfterMs(failure),
  }
}

/** The server's estimate of the fee for a swap and its approval. */
const gasCostOf = (quote: SwapQuote): bigint => gasOf(quote) * BigInt(quote.gasPrice ?? 0)

/** At the price behind the server's own dollar amounts. */
function dollarsOf(quote: SwapQuote, fee: bigint): number | undefined {
  const serverFee = gasCostOf(quote)
  if (quote.gasUsd === undefined || serverFee === 0n || serverFee === fee) return quote.gasUsd
  return quote.gasUsd * (Number(fee) / Number(serverFee))
}
