import type { SwapQuote } from '@billfold/protocol/api/swap'
import { retryAfterMs } from '../../api/retryAfterMs.ts'
import { type AmountUnits, entryUnits } from '../amount/entryUnits.ts'
import type { Quotes } from './quotesQuery.ts'
import type { SwapAsset, SwapDraft } from './swap.ts'
import { swapLabel } from './swapLabel.ts'
import { automaticSlippageBps, gasOf, impactSteps } from './swapMaths.ts'

/** What the sources said, or why they could not be asked. */
export type Answer = { data?: Quotes | undefined; error?: unknown }

export type SwapFormFacts = {
  draft: SwapDraft
  /** The network's tokens, once they are known. */
  tokens: readonly SwapAsset[] | undefined
  balance: bigint | undefined
  coins: bigint | undefined
  /** The account runs code: someone else may pay the network for it. */
  isSmart: boolean
  /** What is typed has rested, and there is someone to ask for. */
  isSettled: boolean
  /** What the network takes for the quote, as the chain itself says; absent until it has. */
  cost?: bigint | undefined
  /** Asked with the usual slippage: it tells how deep the pools are and how the price has moved. */
  plain: Answer
  /** Asked with the slippage that follows from it, or that the visitor chose. */
  answer: Answer
}

/** What the form pays with, and how much of it: before anyone is asked. */
export type SwapEntry = {
  coin: SwapAsset | undefined
  from: SwapAsset | undefined
  to: SwapAsset | undefined
  read: AmountUnits
  amount: bigint | undefined
}

/** What is filled in; the chain's own coin is paid where nothing else was chosen. */
export function readEntry({ draft, tokens }: Pick<SwapFormFacts, 'draft' | 'tokens'>): SwapEntry {
  const coin = tokens?.find(({ address }) => address === undefined)
  const from = draft.from ?? coin
  const read = entryUnits(draft, from?.decimals ?? 18)
  return { coin, from, to: draft.to, read, amount: 'units' in read ? read.units : undefined }
}

/** In hundredths of a percent: the visitor's, or what the market asks for. */
export const slippageOf = ({ slippageBps }: SwapDraft, plain: Answer): number =>
  slippageBps ?? automaticSlippageBps(plain.data?.quotes ?? [])

/** What the form comes to: who would do it, what that gives, and what stands against it. */
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
    /** What the network takes, once there is a quote. */
    fee,
    /** The same in dollars, where the server knows what the coin is worth. */
    gasUsd: quote && fee !== undefined ? dollarsOf(quote, fee) : undefined,
    label,
    canReview: label === 'review' && quote !== undefined,
    /** How long anyone who was asked too often wants to be left alone; then it is asked again by itself. */
    retryMs: retryAfterMs(failure),
  }
}

/** What the server says that the network takes for a swap and for what comes before it. */
const gasCostOf = (quote: SwapQuote): bigint => gasOf(quote) * BigInt(quote.gasPrice ?? 0)

/** By the price that the server's own dollars rest on. */
function dollarsOf(quote: SwapQuote, fee: bigint): number | undefined {
  const told = gasCostOf(quote)
  if (quote.gasUsd === undefined || told === 0n || told === fee) return quote.gasUsd
  return quote.gasUsd * (Number(fee) / Number(told))
}
