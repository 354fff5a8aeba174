import { push, replace } from '@billfold/core/features/modal/navigate'
import { impactSteps } from '@billfold/core/features/swap/swapMaths'
import { toldOf } from '@billfold/core/features/swap/toldOf'
import { decimalOf } from '@billfold/protocol/decimalOf'
import { Suspense, useContext, useEffect } from 'react'
import { useKit } from '../hooks/KitContext.ts'
import { useSelect } from '../hooks/useSelect.ts'
import { LocaleContext, useText } from '../i18n/LocaleContext.ts'
import { sendTexts } from '../i18n/send/sendTexts.ts'
import { swapTexts } from '../i18n/swap/swapTexts.ts'
import { useArea } from '../i18n/useArea.ts'
import { lazyScreen } from '../modal/lazyScreen.tsx'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Icon } from '../ui/Icon.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { TokenWarning } from './send/TokenWarning.tsx'
import { impactWords } from './swap/impactWords.ts'
import { Pay, Receive } from './swap/SwapSides.tsx'
import { type SwapForm, useSwapForm } from './swap/useSwapForm.ts'
import { WhyNoQuote } from './swap/WhyNoQuote.tsx'

// Comes while the sources are asked: before that there is nothing to choose from.
const QuoteList = lazyScreen(async () => (await import('./swap/QuoteList.tsx')).QuoteList, swapTexts)
// Only drawn where there is a choice, which takes a question to find out.
const parts = async () => (await import('./send/formParts.ts')).formParts
const SourceRow = lazyScreen(async () => (await parts()).SourceRow, sendTexts)
const MissingFunds = lazyScreen(async () => (await parts()).MissingFunds)
const LeftSwap = lazyScreen(async () => (await import('./swap/reviewParts.ts')).reviewParts.LeftSwap, swapTexts)
const SwapFacts = lazyScreen(async () => (await import('./swap/SwapFacts.tsx')).SwapFacts, swapTexts)

/** How much of what for what, and who gives the most. */
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
        kit.store.send({ type: 'swap/reviewed', ...toldOf({ networkId, from, to, amount, quote }) })
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
      <TokenWarning token={from} />
      <TokenWarning token={to} />
      <Suspense fallback={null}>
        <QuoteList form={form} />
      </Suspense>
      <WhyNoQuote form={form} />
      <Thin form={form} />
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

/** Too much for what there is to swap against is said before the review, where less can still be typed. */
function Thin({ form: { quote } }: { form: SwapForm }) {
  const text = useArea(swapTexts)
  const { tag } = useContext(LocaleContext)
  if (impactSteps(quote?.priceImpactBps) < 2) return null
  return (
    <p className="callout" role="alert" data-testid="swap-thin">
      <Icon name="warning" />
      <span>{impactWords(quote?.priceImpactBps, text, tag)}</span>
    </p>
  )
}
