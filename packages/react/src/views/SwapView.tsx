import type { AmountEntry } from '@billfold/core/features/amount/editAmount'
import { push, replace } from '@billfold/core/features/modal/navigate'
import type { SwapAsset } from '@billfold/core/features/swap/swap'
import { impactSteps, mostToSwap } from '@billfold/core/features/swap/swapMaths'
import { decimalOf } from '@billfold/core/features/transactions/decimalOf'
import { type ReactNode, Suspense, useContext, useEffect, useId } from 'react'
import { useKit } from '../hooks/KitContext.ts'
import { useSelect } from '../hooks/useSelect.ts'
import { isolate } from '../i18n/isolate.ts'
import { LocaleContext, useText } from '../i18n/LocaleContext.ts'
import { sendTexts } from '../i18n/send/sendTexts.ts'
import { swapTexts } from '../i18n/swap/swapTexts.ts'
import { useArea } from '../i18n/useArea.ts'
import { useReaders } from '../i18n/useReaders.ts'
import { lazyScreen } from '../modal/lazyScreen.tsx'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { formatAmount } from '../ui/formatAmount.ts'
import { formatDollars } from '../ui/formatDollars.ts'
import { Icon } from '../ui/Icon.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { WalletTile } from '../ui/WalletTile.tsx'
import { AmountField } from './send/AmountField.tsx'
import { fitAmount } from './send/fitAmount.ts'
import { TokenWarning } from './send/TokenWarning.tsx'
import { useAmountProblem } from './send/useAmountProblem.ts'
import { useTokenLabel } from './send/useTokenLabel.ts'
import { impactWords } from './swap/impactWords.ts'
import { type SwapForm, usePriceOf, useSwapForm } from './swap/useSwapForm.ts'
import { WhyNoQuote } from './swap/WhyNoQuote.tsx'

// Comes while the sources are asked: before that there is nothing to choose from.
const QuoteList = lazyScreen(async () => (await import('./swap/QuoteList.tsx')).QuoteList, swapTexts)
// Only drawn where there is a choice, which takes a question to find out.
const SourceRow = lazyScreen(async () => (await import('./send/SourceRow.tsx')).SourceRow, sendTexts)
const SwapFacts = lazyScreen(async () => (await import('./swap/SwapFacts.tsx')).SwapFacts, swapTexts)

/** How much of what for what, and who gives the most. */
export function SwapView() {
  const kit = useKit()
  const text = useArea(swapTexts)
  const { shell } = useText()
  const isHeld = useSelect((state) => state.swap.held !== undefined)
  const form = useSwapForm()
  const { network, networkId, source, tokens, coin, from, to, quote, label, canReview } = form
  const isEmpty = form.draft.from === undefined
  const hasSwaps = tokens.data === undefined || tokens.data.length > 0
  useEffect(() => {
    if (network) kit.store.send({ type: 'swap/opened', network: networkId })
  }, [kit, network, networkId])
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
        if (canReview) push(kit, { name: 'SwapPreview' })
      }}
    >
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

function Pay({ form, from }: { form: SwapForm; from: SwapAsset }) {
  const kit = useKit()
  const text = useArea(swapTexts)
  const { tag } = useContext(LocaleContext)
  const said = useId()
  const readers = useReaders()
  const { draft, balance, amount, read, quote } = form
  const price = usePriceOf(from)
  const { labelOf } = useTokenLabel()
  const problem = useAmountProblem()(read, { ...from, symbol: labelOf(from) }, balance.data)
  const dollars =
    amount !== undefined && price !== undefined ? (Number(amount) / 10 ** from.decimals) * price : undefined
  const change = (entry: AmountEntry) => kit.store.send({ type: 'swap/edited', change: entry })
  const takeAll = () => {
    if (balance.data === undefined) return
    const gas = BigInt(quote?.gas ?? 300_000)
    const most =
      from.address === undefined ? mostToSwap(balance.data, gas, BigInt(quote?.gasPrice ?? 10 ** 9)) : balance.data
    change({ amount: decimalOf({ amount: most, decimals: from.decimals }) })
  }
  return (
    <Side label={text.pay} testId="swap-input-sourceToken">
      <AmountField
        label={text.pay}
        entry={draft}
        readers={readers}
        invalid={problem !== undefined}
        describedBy={said}
        onChange={change}
      >
        <TokenButton side="from" asset={from} />
      </AmountField>
      <div className="send-box-foot">
        <span id={said} role="status" className={problem ? 'send-problem' : 'send-note'} data-testid="swap-amount-said">
          {problem ?? (dollars === undefined ? '' : formatDollars(dollars, tag))}
        </span>
        {balance.data === undefined ? null : (
          <span className="send-note">{text.balance(isolate(formatAmount(balance.data, from.decimals, tag)))}</span>
        )}
        {balance.data ? (
          <Button size="s" look="quiet" data-testid="swap-max" onClick={takeAll}>
            {text.max}
          </Button>
        ) : null}
      </div>
    </Side>
  )
}

function Receive({ form }: { form: SwapForm }) {
  const text = useArea(swapTexts)
  const { tag } = useContext(LocaleContext)
  const { to, quote, isWaiting } = form
  const price = usePriceOf(to)
  const got = quote && BigInt(quote.toAmount)
  const dollars = to && got !== undefined && price !== undefined ? (Number(got) / 10 ** to.decimals) * price : undefined
  const shown = to && got !== undefined ? formatAmount(got, to.decimals, tag) : ''
  return (
    <Side label={text.receive} testId="swap-input-toToken">
      <div className="send-amount" {...fitAmount(shown)}>
        <output
          className={shown ? 'swap-output' : 'swap-output swap-output-none'}
          aria-live="polite"
          data-testid="swap-output"
        >
          {shown ? <bdi>{shown}</bdi> : isWaiting ? <Skeleton shape="amount" /> : '0'}
        </output>
        <TokenButton side="to" asset={to} />
      </div>
      <div className="send-box-foot">
        <span className="send-note" data-testid="swap-worth">
          {dollars === undefined ? '' : formatDollars(dollars, tag)}
        </span>
      </div>
    </Side>
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

function Side({ label, testId, children }: { label: string; testId: string; children: ReactNode }) {
  return (
    <div className="send-box" data-testid={testId}>
      <span className="send-label">{label}</span>
      {children}
    </div>
  )
}

function TokenButton({ side, asset }: { side: 'from' | 'to'; asset: SwapAsset | undefined }) {
  const kit = useKit()
  const { labelOf } = useTokenLabel()
  const text = useArea(swapTexts)
  return (
    <button
      type="button"
      className={asset ? 'send-token' : 'send-token swap-choose'}
      aria-label={asset ? text.change(isolate(labelOf(asset))) : text.selectToken}
      data-testid={`swap-select-token-button-${side === 'from' ? 'sourceToken' : 'toToken'}`}
      onClick={() => push(kit, { name: 'SwapSelectToken', side })}
    >
      {asset ? <WalletTile name={asset.symbol} image={asset.imageUrl} size={24} round /> : null}
      <bdi>{asset ? asset.symbol : text.selectToken}</bdi>
      <Icon name="down" size={16} />
    </button>
  )
}
