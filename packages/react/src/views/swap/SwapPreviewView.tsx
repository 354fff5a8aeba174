import { goBack } from '@billfold/core/features/modal/navigate'
import { isWorse, shownQuote } from '@billfold/core/features/swap/shownQuote'
import { impactSteps } from '@billfold/core/features/swap/swapMaths'
import { swapOrder } from '@billfold/core/features/swap/swapOrder'
import { isFlowPending } from '@billfold/core/model/isFlowPending'
import type { OfferedQuote, SwapAttempt } from '@billfold/core/model/swap'
import { type CSSProperties, Suspense, useContext, useEffect, useState } from 'react'
import { useKit } from '../../hooks/KitContext.ts'
import { usePrepare } from '../../hooks/PrepareContext.ts'
import { useActing } from '../../hooks/useActing.ts'
import { useSelect } from '../../hooks/useSelect.ts'
import { swapTexts } from '../../i18n/compiled/swapTexts.ts'
import { isolate } from '../../i18n/isolate.ts'
import { LocaleContext, useText } from '../../i18n/LocaleContext.ts'
import { useArea } from '../../i18n/useArea.ts'
import { lazyScreen } from '../../modal/lazyScreen.tsx'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { formatDollars } from '../../ui/formatDollars.ts'
import { Spinner } from '../../ui/Spinner.tsx'
import { ReviewActions } from '../send/ReviewActions.tsx'
import { TokenWarning } from '../send/TokenWarning.tsx'
import { useAmountText } from '../send/useAmountText.ts'
import { swapWorth } from './swapWorth.ts'
import { type SwapForm, usePriceOf, useSwapForm } from './useSwapForm.ts'

// Loads with the view: errors must show even when nothing more loads.
const SwapTroubleBox = lazyScreen(async () => (await import('./SwapTroubleBox.tsx')).SwapTroubleBox)
const parts = async () => (await import('./reviewParts.ts')).reviewParts
const LeftSwap = lazyScreen(async () => (await parts()).LeftSwap, swapTexts)
const SwapFacts = lazyScreen(async () => (await import('./SwapFacts.tsx')).SwapFacts, swapTexts)
const ImpactAgreement = lazyScreen(async () => (await parts()).ImpactAgreement, swapTexts)
const SwapSteps = lazyScreen(async () => (await parts()).SwapSteps, swapTexts)
const WorseQuote = lazyScreen(async () => (await parts()).WorseQuote, swapTexts)
const SwapAsks = lazyScreen(async () => (await parts()).SwapAsks, swapTexts)
/** The code that executes a swap loads during the review. */
const loadCarryOut = () => import('@billfold/core/features/swap/executeSwap')
const notLoaded: SwapAttempt = { phase: 'failed', step: 'checking', trouble: 'not_loaded', message: '' }

/** All of a swap before the wallet gets the request: what leaves, what arrives, the minimum, and each fee with its recipient. */
export function SwapPreviewView() {
  const kit = useKit()
  const text = useArea(swapTexts)
  const { shell } = useText()
  const isHeld = useSelect((state) => state.swap.held !== undefined)
  const form = useSwapForm()
  const isBusy = useSelect((state) => isFlowPending(state.swap))
  const quote = useSelect((state) => shownQuote(state.swap, form.quote))
  if (!form.from || !form.to || form.amount === undefined || (!quote && !form.isWaiting))
    return (
      <EmptyState icon="refresh" title={isHeld ? shell.checkWallet : text.gone}>
        <Button data-testid="swap-restart" onClick={() => goBack(kit)}>
          {text.restart}
        </Button>
      </EmptyState>
    )
  if (!quote)
    return (
      <div className="view-waiting">
        <Spinner />
      </div>
    )
  return <Preview form={{ ...form, quote }} quote={quote} isBusy={isBusy} />
}
SwapPreviewView.parts = [SwapFacts, SwapTroubleBox, LeftSwap, SwapAsks, SwapSteps, ImpactAgreement, WorseQuote]

function Preview({ form, quote, isBusy }: { form: SwapForm; quote: OfferedQuote; isBusy: boolean }) {
  const kit = useKit()
  const text = useArea(swapTexts)
  const { tag } = useContext(LocaleContext)
  const [agreed, setAgreed] = useState<readonly boolean[]>([])
  const attempt = useSelect((state) => state.swap.attempt)
  const isHeld = useSelect((state) => state.swap.held !== undefined)
  const accepted = useSelect((state) => state.swap.accepted)
  const { networkId, source, from, to, amount } = form
  const worth = useWorth(form)
  const amountText = useAmountText()
  const prepare = usePrepare()
  const { isMissing, run } = useActing(loadCarryOut)
  const isNew = accepted === undefined && attempt.phase === 'idle'
  // A site may open the review without the form before it.
  useEffect(() => {
    if (isNew) kit.store.send({ type: 'swap/accepted', quote })
  }, [kit, isNew, quote])
  if (!from || !to || amount === undefined) return null
  const steps = impactSteps(quote.priceImpactBps)
  const answers = Array.from({ length: steps }, (_, at) => agreed[at] ?? false)
  // A retry would stop again while the token is shown by a different symbol from its own.
  const isOther = attempt.phase === 'failed' && attempt.mismatch?.in === 'symbol'
  const order = swapOrder({ networkId, source, from, to, amount }, quote)
  const isOffer = accepted !== undefined && isWorse({ accepted }, quote) && !isBusy
  const swap = () => run(({ executeSwap }) => executeSwap(kit, { ...order, prepare }))
  const [paid, got] = [amountText(amount, from), amountText(BigInt(quote.toAmount), to)]
  return (
    <div className="stack swap-preview">
      <div className="swap-hero" style={{ '--bf-signs': Math.max(paid.length, got.length) + 1 } as CSSProperties}>
        <p className="swap-change" data-testid="swap-preview-pay">
          <bdi>−{paid}</bdi>
        </p>
        {worth.paid === undefined ? null : <p className="send-note">{formatDollars(worth.paid, tag)}</p>}
        <p className="swap-change swap-gain" data-testid="swap-preview-receive">
          <bdi>+{got}</bdi>
        </p>
        {worth.got === undefined ? null : (
          <p className="send-note" data-testid="swap-preview-worth">
            {text.afterGas(isolate(formatDollars(worth.got, tag)))}
          </p>
        )}
        <p className="send-note">{text.by(isolate(quote.source?.name ?? text.unnamed))}</p>
      </div>
      <TokenWarning token={from} isBare />
      <TokenWarning token={to} isBare />
      {/* Decisions and actions come before details. */}
      {steps > 0 && !isBusy ? (
        <Suspense fallback={null}>
          <ImpactAgreement quote={quote} agreed={answers} onChange={setAgreed} />
        </Suspense>
      ) : null}
      {isOffer ? (
        <Suspense fallback={null}>
          <WorseQuote before={accepted} now={quote} to={to} />
        </Suspense>
      ) : null}
      {isBusy ? (
        <Suspense fallback={null}>
          <SwapSteps form={form} />
        </Suspense>
      ) : (
        <Suspense fallback={null}>
          <SwapTroubleBox attempt={isMissing ? notLoaded : attempt} />
          {isHeld ? null : <LeftSwap form={form} review />}
          <SwapAsks order={order} />
        </Suspense>
      )}
      <Suspense fallback={null}>
        <SwapFacts form={form} whole />
      </Suspense>
      {isBusy ? null : (
        <ReviewActions flow="swap" form={form} cancel={text.cancel} className="send-foot actions-pair">
          <Button
            look="primary"
            wide
            disabled={
              answers.includes(false) || isOther || ['insufficient', 'insufficientGas', 'thin'].includes(form.label)
            }
            data-testid="swap-action-button"
            data-accepts={isOffer}
            onClick={() => (isOffer ? kit.store.send({ type: 'swap/accepted', quote }) : void swap())}
          >
            {isOffer ? text.accept : text.swap}
          </Button>
        </ReviewActions>
      )}
    </div>
  )
}

function useWorth({ from, to, amount, quote, source, gasUsd }: SwapForm) {
  const [price, priceOfOther] = [usePriceOf(from), usePriceOf(to)]
  return swapWorth({
    paid: from && amount !== undefined ? { units: amount, decimals: from.decimals, price } : undefined,
    got: to && quote && { units: BigInt(quote.toAmount), decimals: to.decimals, price: priceOfOther },
    // Only a smart account's wallet knows its fee, if it has one.
    gasUsd: source.type === 'smartAccount' ? undefined : gasUsd,
  })
}
