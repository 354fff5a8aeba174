import { push, replace } from '@billfold/core/features/modal/navigate'
import { swapAnalytics } from '@billfold/core/features/swap/swapAnalytics'
import { decimalOf } from '@billfold/protocol/decimalOf'
import { Suspense, useEffect } from 'react'
import { useKit } from '../../hooks/KitContext.ts'
import { useSelect } from '../../hooks/useSelect.ts'
import { sendTexts } from '../../i18n/compiled/sendTexts.ts'
import { swapTexts } from '../../i18n/compiled/swapTexts.ts'
import { useText } from '../../i18n/LocaleContext.ts'
import { useArea } from '../../i18n/useArea.ts'
import { lazyScreen } from '../../modal/lazyScreen.tsx'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Pay, Receive } from './SwapSides.tsx'
import { useSwapForm } from './useSwapForm.ts'

// Loads during the quote request: before that there is nothing to choose from.
const QuoteList = lazyScreen(async () => (await import('./QuoteList.tsx')).QuoteList, swapTexts)
// Only rendered if there is a choice, which takes a query to find out.
const parts = async () => (await import('../send/formParts.ts')).formParts
const SourceRow = lazyScreen(async () => (await parts()).SourceRow, sendTexts)
const MissingFunds = lazyScreen(async () => (await parts()).MissingFunds)
const TokenWarning = lazyScreen(async () => (await parts()).TokenWarning)
const LeftSwap = lazyScreen(async () => (await import('./reviewParts.ts')).reviewParts.LeftSwap, swapTexts)
const WhyNoQuote = lazyScreen(async () => (await import('./reviewParts.ts')).reviewParts.WhyNoQuote, swapTexts)
const Thin = lazyScreen(async () => (await import('./reviewParts.ts')).reviewParts.Thin, swapTexts)
const SwapFacts = lazyScreen(async () => (await import('./SwapFacts.tsx')).SwapFacts, swapTexts)

/** The swap form: both tokens, the amount, and the best quote. */
export function SwapView() {
  const kit = useKit()
  const text = useArea(swapTexts)
  const { shell } = useText()
  const isHeld = useSelect((state) => state.swap.held !== undefined)
  const form = useSwapForm()
  const { network, networkId, source, tokens, coin, from, to, amount, quote, label, canReview } = form
  const isEmpty = form.draft.from === undefined
  const hasSwaps = tokens.data === undefined || tokens.data.length > 0
  useEffect(() => {
    if (isEmpty && coin) kit.store.send({ type: 'swap/prefilled', from: coin })
  }, [kit, isEmpty, coin])
  useEffect(() => {
    if (!hasSwaps) replace(kit, { name: 'UnsupportedChain', reason: 'swap' })
  }, [kit, hasSwaps])
  if (!network) return null
  if (!tokens.data && tokens.errorUpdateCount > 0)
    return (
      <EmptyState
        icon="warning"
        title={text.awayTitle}
        text={isHeld ? shell.checkWallet : text.awayText}
        testId="swap-away"
      >
        <Button size="s" icon="refresh" onClick={() => void tokens.refetch()}>
          {text.again}
        </Button>
      </EmptyState>
    )
  if (!from)
    return (
      <div className="stack" aria-busy="true">
        <Skeleton shape="row" count={3} />
      </div>
    )
  const toTurn = to && quote && decimalOf({ amount: quote.toAmount, decimals: to.decimals })
  return (
    <form
      className="stack swap"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!canReview || !to || !quote || amount === undefined) return
        kit.store.send({ type: 'swap/reviewed', ...swapAnalytics({ networkId, from, to, amount, quote }) })
        kit.store.send({ type: 'swap/accepted', quote })
        push(kit, { name: 'SwapPreview' })
      }}
    >
      <Suspense fallback={null}>
        <LeftSwap form={form} />
      </Suspense>
      <Suspense fallback={null}>
        <SourceRow
          source={source}
          onChoose={(one) => kit.store.send({ type: 'swap/edited', change: { source: one } })}
        />
      </Suspense>
      <div className="swap-sides">
        <Pay form={form} from={from} />
        <span className="swap-turn">
          <IconButton
            icon="swap"
            label={text.turn}
            data-testid="swap-switch"
            disabled={!to}
            onClick={() => kit.store.send({ type: 'swap/turned', amount: toTurn })}
          />
        </span>
        <Receive form={form} />
      </div>
      <Suspense fallback={null}>
        <TokenWarning token={from} />
        <TokenWarning token={to} />
      </Suspense>
      <Suspense fallback={null}>
        <QuoteList form={form} />
      </Suspense>
      <Suspense fallback={null}>
        <WhyNoQuote form={form} />
      </Suspense>
      <Suspense fallback={null}>
        <Thin form={form} />
      </Suspense>
      <Suspense fallback={null}>
        <SwapFacts form={form} />
      </Suspense>
      <div className="send-foot">
        <Suspense fallback={null}>
          <MissingFunds form={form} />
        </Suspense>
        <Button
          type="submit"
          look="primary"
          wide
          disabled={!canReview}
          busy={label === 'review' && !canReview}
          data-testid="swap-action-button"
          data-label={label}
        >
          {text.label[label]}
        </Button>
      </div>
    </form>
  )
}
