import { goBack } from '@billfold/core/features/modal/navigate'
import { shownQuote } from '@billfold/core/features/swap/shownQuote'
import type { SwapAttempt } from '@billfold/core/features/swap/swap'
import { impactSteps } from '@billfold/core/features/swap/swapMaths'
import { isUnderWay } from '@billfold/core/features/transactions/isUnderWay'
import type { SwapQuote } from '@billfold/protocol/api/swap'
import { Suspense, useContext, useState } from 'react'
import { useKit } from '../hooks/KitContext.ts'
import { usePrepare } from '../hooks/PrepareContext.ts'
import { useActing } from '../hooks/useActing.ts'
import { useSelect } from '../hooks/useSelect.ts'
import { isolate } from '../i18n/isolate.ts'
import { LocaleContext, useText } from '../i18n/LocaleContext.ts'
import { swapTexts } from '../i18n/swap/swapTexts.ts'
import { useArea } from '../i18n/useArea.ts'
import { lazyScreen } from '../modal/lazyScreen.tsx'
import { Button } from '../ui/Button.tsx'
import { Checkbox } from '../ui/Checkbox.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { formatDollars } from '../ui/formatDollars.ts'
import { Icon } from '../ui/Icon.tsx'
import { Spinner } from '../ui/Spinner.tsx'
import { ReviewActions } from './send/ReviewActions.tsx'
import { TokenWarning } from './send/TokenWarning.tsx'
import { useAmountText } from './send/useAmountText.ts'
import { impactWords } from './swap/impactWords.ts'
import { SwapFacts } from './swap/SwapFacts.tsx'
import { SwapSteps } from './swap/SwapSteps.tsx'
import { swapWorth } from './swap/swapWorth.ts'
import { type SwapForm, usePriceOf, useSwapForm } from './swap/useSwapForm.ts'

// Comes with the view: what goes wrong must be said where nothing more can be fetched.
const SwapTroubleBox = lazyScreen(async () => (await import('./swap/SwapTroubleBox.tsx')).SwapTroubleBox)
const parts = async () => (await import('./swap/reviewParts.ts')).reviewParts
const LeftSwap = lazyScreen(async () => (await parts()).LeftSwap, swapTexts)
const SwapAsks = lazyScreen(async () => (await parts()).SwapAsks, swapTexts)
/** What carries a swap out comes beside the review, which is read first. */
const loadCarryOut = () => import('@billfold/core/features/swap/carryOut')
const notLoaded: SwapAttempt = { phase: 'failed', step: 'checking', trouble: 'not_loaded', message: '' }

/** All of a swap before the wallet gets the request: what leaves, what arrives, the minimum, and each fee with its recipient. */
export function SwapPreviewView() {
  const kit = useKit()
  const text = useArea(swapTexts)
  const { shell } = useText()
  const isHeld = useSelect((state) => state.swap.held !== undefined)
  const form = useSwapForm()
  const isBusy = useSelect((state) => isUnderWay(state.swap))
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
SwapPreviewView.parts = [SwapTroubleBox, SwapAsks]

function Preview({ form, quote, isBusy }: { form: SwapForm; quote: SwapQuote; isBusy: boolean }) {
  const kit = useKit()
  const text = useArea(swapTexts)
  const { tag } = useContext(LocaleContext)
  const [agreed, setAgreed] = useState<readonly boolean[]>([])
  const attempt = useSelect((state) => state.swap.attempt)
  const isHeld = useSelect((state) => state.swap.held !== undefined)
  const { networkId, source, from, to, amount, slippageBps } = form
  const worth = useWorth(form)
  const amountText = useAmountText()
  const prepare = usePrepare()
  const { isMissing, run } = useActing(loadCarryOut)
  if (!from || !to || amount === undefined) return null
  const steps = impactSteps(quote.priceImpactBps)
  const isAgreed = Array.from({ length: steps }, (_, at) => agreed[at]).every(Boolean)
  // It would be stopped again for as long as the token is shown by another symbol than its own.
  const isOther = attempt.phase === 'failed' && attempt.mismatch?.in === 'symbol'
  const order = { networkId, source, from, to, amount, slippageBps: quote.slippageBps ?? slippageBps, quote }
  const swap = () => run(({ carryOut }) => carryOut(kit, { ...order, prepare }))
  const [paid, got] = [amountText(amount, from), amountText(BigInt(quote.toAmount), to)]
  return (
    <div className="stack swap-preview">
      <div className="swap-hero">
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
      {/* What is to be decided or done now comes before what is to be read. */}
      {steps > 0 && !isBusy ? (
        <div className="callout swap-impact">
          <Icon name="warning" />
          <div>
            <p data-testid="swap-impact-words">{impactWords(quote.priceImpactBps, text, tag)}</p>
            {Array.from({ length: steps }, (_, at) => (
              <Checkbox
                // biome-ignore lint/suspicious/noArrayIndexKey: the first step is always the first
                key={at}
                checked={agreed[at] ?? false}
                testId={`swap-agree-${at}`}
                onChange={(isOn) =>
                  setAgreed(Array.from({ length: steps }, (_, i) => (i === at ? isOn : (agreed[i] ?? false))))
                }
              >
                {at === 0 ? text.impactAgree : text.impactAgreeAgain}
              </Checkbox>
            ))}
          </div>
        </div>
      ) : null}
      {isBusy ? (
        <SwapSteps form={form} />
      ) : (
        <Suspense fallback={null}>
          <SwapTroubleBox attempt={isMissing ? notLoaded : attempt} />
          {isHeld ? null : <LeftSwap form={form} review />}
          <SwapAsks order={order} />
        </Suspense>
      )}
      <SwapFacts form={form} whole />
      {isBusy ? null : (
        <ReviewActions flow="swap" form={form} cancel={text.cancel} className="send-foot actions-pair">
          <Button
            look="primary"
            wide
            disabled={!isAgreed || isOther || form.label === 'insufficient' || form.label === 'insufficientGas'}
            data-testid="swap-action-button"
            onClick={() => void swap()}
          >
            {text.swap}
          </Button>
        </ReviewActions>
      )}
    </div>
  )
}

function useWorth({ from, to, amount, quote, source }: SwapForm) {
  const [price, priceOfOther] = [usePriceOf(from), usePriceOf(to)]
  return swapWorth({
    paid: from && amount !== undefined ? { units: amount, decimals: from.decimals, price } : undefined,
    got: to && quote && { units: BigInt(quote.toAmount), decimals: to.decimals, price: priceOfOther },
    // What a smart account's wallet takes for it, if anything, only the wallet knows.
    gasUsd: source.type === 'smartAccount' ? undefined : quote?.gasUsd,
  })
}
