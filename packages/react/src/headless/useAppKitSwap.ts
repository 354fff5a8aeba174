import { shownQuote } from '@billfold/core/features/swap/shownQuote'
import { swapAnalytics } from '@billfold/core/features/swap/swapAnalytics'
import { impactSteps } from '@billfold/core/features/swap/swapMaths'
import { swapOrder } from '@billfold/core/features/swap/swapOrder'
import type { WalletPrompt } from '@billfold/core/features/swap/walletPrompts'
import { isFlowPending } from '@billfold/core/model/isFlowPending'
import type { OfferedQuote, SwapAsset, SwapAttempt } from '@billfold/core/model/swap'
import type { Transaction } from '@billfold/core/model/transactions'
import { decimalOf } from '@billfold/protocol/decimalOf'
import { useEffect } from 'react'
import { useSelect } from '../hooks/useSelect.ts'
import { useStable } from '../hooks/useStable.ts'
import { useTransfers } from '../views/send/useTransfers.ts'
import { useLeftSwap } from '../views/swap/useLeftSwap.ts'
import { type SwapForm, useSwapForm } from '../views/swap/useSwapForm.ts'
import { type LeftSwapItem, leftItem } from './leftItem.ts'
import { readEntry, textOf } from './readEntry.ts'
import { useHeadlessKit } from './useHeadlessKit.ts'
import { useSwapAsks } from './useSwapAsks.ts'

/** What `useAppKitSwap` returns. */
export type UseAppKitSwapReturn = {
  /** True when a wallet is connected and its network supports swaps. */
  canSwap: boolean
  /** The tokens available here; empty until they are known. */
  tokens: readonly SwapAsset[]
  /** The token to pay with; initially the chain's own coin. */
  from: SwapAsset | undefined
  /** The token to receive. */
  to: SwapAsset | undefined
  /** The amount as typed: the value of your field. */
  amount: string
  /** The same in smallest units of `from`, if it is a valid amount. */
  units: bigint | undefined
  /** The account's balance of `from`, in smallest units. */
  balance: bigint | undefined
  /** The exchanges' quotes, the best first. */
  quotes: readonly OfferedQuote[]
  /** The quote that `swap` executes: the best or the chosen one. Its amounts are integers of smallest units, as strings. */
  quote: OfferedQuote | undefined
  /** Whether a quote request is pending. */
  isQuoting: boolean
  /** The network fee, in smallest units of its coin. */
  fee: bigint | undefined
  /** How far the price may move, in hundredths of a percent. */
  slippageBps: number
  /** The form's first missing part; `review` if it is complete. */
  lacks: SwapForm['label']
  /** How often the visitor must agree to the price impact before you call `swap`: 0, 1 or 2 times. */
  agreements: number
  /**
   * The wallet prompts, in order, one request each: `reset` revokes an older approval, `approve` allows the exact
   * amount, `sign` does that by a signature, `swap` executes it, `all` is approval and swap in one. Undefined until
   * they are known.
   */
  asks: readonly WalletPrompt[] | undefined
  /** The wallet may do all of it in one request, which only the request itself shows: `asks` is the maximum. */
  mayAskLess: boolean
  /** A swap that this page has not seen the end of, for the account and network in use. */
  left: LeftSwapItem | undefined
  /** `swap` would begin now. */
  isReady: boolean
  /** The progress, step by step; `declined` or `failed` with its `trouble` at the end. */
  attempt: SwapAttempt
  /** A wallet still holds a request of this page: do not say that nothing was sent. */
  isHeld: boolean
  /** The visitor's own swaps that are under way or have just settled. */
  transactions: readonly Transaction[]
  /** Chooses what is paid. */
  setFrom: (token: SwapAsset) => void
  /** Chooses what is bought. */
  setTo: (token: SwapAsset) => void
  /** Takes the text of the amount's field. */
  setAmount: (text: string) => void
  /** Sets the slippage by hand; without one, it is automatic again. */
  setSlippageBps: (bps?: number) => void
  /** Chooses an exchange by the id in its quote; without one, the best again. */
  setSource: (id?: string) => void
  /** Exchanges both sides. */
  turn: () => void
  /** Asks the exchanges again. */
  retry: () => void
  /** Fills the form in with `left`; the approval that was given is used. */
  continueLeft: () => void
  /** Forgets `left`: the visitor has seen it. */
  dismissLeft: () => void
  /**
   * Executes the shown quote. `agreed` says how often the visitor agreed to the price impact, `atLeast` the minimum
   * (`quote.toAmountMin`) that they saw: if the quote has become worse since, nothing starts. Resolves with the hash,
   * if it was sent.
   */
  swap: (options?: { agreed?: number; atLeast?: string }) => Promise<string | undefined>
  /** Stops waiting for the wallet. Should it still send, the transaction appears in `transactions`. */
  stopWaiting: () => void
}

const none: readonly SwapAsset[] = []

/** Everything the modal's swap form does, for a form of your own, with the same checks before the wallet prompt. */
export function useAppKitSwap(): UseAppKitSwapReturn {
  const { kit } = useHeadlessKit()
  const form = useSwapForm()
  const { draft, networkId, source, account, tokens, coin, from, to, amount } = form
  const attempt = useSelect((state) => state.swap.attempt)
  const isHeld = useSelect((state) => state.swap.held !== undefined)
  const quote = useSelect((state) => shownQuote(state.swap, form.quote))
  const transactions = useTransfers('swap')
  const isEmpty = draft.from === undefined
  useEffect(() => {
    if (isEmpty && coin) kit.store.send({ type: 'swap/prefilled', from: coin })
  }, [kit, isEmpty, coin])
  const agreements = impactSteps(quote?.priceImpactBps)
  const isReady = form.canReview && quote !== undefined && !isFlowPending({ attempt })
  const order =
    isReady && from && to && amount !== undefined
      ? swapOrder({ networkId, source, from, to, amount }, quote)
      : undefined
  const prompts = useSwapAsks(order)
  const interruptedSwap = useLeftSwap(form)
  const edit = (change: Partial<typeof draft>) => kit.store.send({ type: 'swap/edited', change })
  return {
    canSwap: account !== undefined && (tokens.data?.length ?? 0) > 0,
    tokens: tokens.data ?? none,
    from,
    to,
    amount: textOf(draft),
    units: amount,
    balance: form.balance.data,
    quotes: useStable(form.quotes),
    quote,
    isQuoting: form.isWaiting,
    fee: form.fee,
    slippageBps: form.slippageBps,
    lacks: form.label,
    agreements,
    asks: prompts?.asks,
    mayAskLess: prompts?.isMost ?? false,
    left: leftItem(interruptedSwap),
    isReady,
    attempt,
    isHeld,
    transactions,
    setFrom: (token) => edit({ from: token }),
    setTo: (token) => edit({ to: token }),
    setAmount: (text) => edit(readEntry(kit, text)),
    setSlippageBps: (slippageBps) => edit({ slippageBps }),
    setSource: (sourceId) => edit({ sourceId }),
    turn: () => {
      const paid = to && quote && decimalOf({ amount: quote.toAmount, decimals: to.decimals })
      kit.store.send({ type: 'swap/turned', amount: paid })
    },
    retry: form.retry,
    continueLeft: () => interruptedSwap?.canGoOn && interruptedSwap.goOn(),
    dismissLeft: () => interruptedSwap?.forget(),
    swap: async ({ agreed = 0, atLeast = '0' } = {}) => {
      if (!order || agreed < agreements || order.least < BigInt(atLeast)) return undefined
      kit.store.send({ type: 'swap/accepted', quote: order.quote })
      kit.store.send({ type: 'swap/reviewed', ...swapAnalytics(order) })
      const { executeSwap } = await import('@billfold/core/features/swap/executeSwap')
      return executeSwap(kit, order)
    },
    stopWaiting: () => kit.store.send({ type: 'swap/abandoned' }),
  }
}
