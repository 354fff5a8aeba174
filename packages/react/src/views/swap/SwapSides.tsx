import { push } from '@billfold/core/features/modal/navigate'
import type { AmountEntry } from '@billfold/core/model/amount'
import type { SwapAsset } from '@billfold/core/model/swap'
import { type ReactNode, useContext, useId } from 'react'
import { useKit } from '../../hooks/KitContext.ts'
import { swapTexts } from '../../i18n/compiled/swapTexts.ts'
import { isolate } from '../../i18n/isolate.ts'
import { LocaleContext } from '../../i18n/LocaleContext.ts'
import { useArea } from '../../i18n/useArea.ts'
import { useReaders } from '../../i18n/useReaders.ts'
import { Button } from '../../ui/Button.tsx'
import { formatAmount } from '../../ui/formatAmount.ts'
import { formatDollars } from '../../ui/formatDollars.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { AmountField } from '../send/AmountField.tsx'
import { fitAmount } from '../send/fitAmount.ts'
import { useAmountProblem } from '../send/useAmountProblem.ts'
import { useMost } from '../send/useMost.ts'
import { useTokenLabel } from '../send/useTokenLabel.ts'
import { TokenTile } from '../shared/TokenTile.tsx'
import { dollarsOf } from './swapWorth.ts'
import { type SwapForm, usePriceOf } from './useSwapForm.ts'

/** How much of what goes. */
export function Pay({ form, from }: { form: SwapForm; from: SwapAsset }) {
  const kit = useKit()
  const text = useArea(swapTexts)
  const { tag } = useContext(LocaleContext)
  const noteId = useId()
  const readers = useReaders()
  const { draft, balance, amount, read, quote, networkId, source } = form
  const price = usePriceOf(from)
  const { labelOf } = useTokenLabel()
  const problem = useAmountProblem()(read, { ...from, symbol: labelOf(from) }, balance.data)
  const dollars = amount !== undefined && price !== undefined ? dollarsOf(amount, from.decimals, price) : undefined
  const change = (entry: AmountEntry) => kit.store.send({ type: 'swap/edited', change: entry })
  const { isBusy, isFailed, take } = useMost(draft, async () => {
    const { fillMost } = await import('@billfold/core/features/swap/fillMost')
    await fillMost(kit, { draft, networkId, source, from, balance: balance.data ?? 0n, quote })
  })
  return (
    <Side label={text.pay} testId="swap-input-sourceToken">
      <AmountField
        label={text.pay}
        entry={draft}
        readers={readers}
        invalid={problem !== undefined}
        describedBy={noteId}
        onChange={change}
      >
        <TokenButton side="from" asset={from} />
      </AmountField>
      <div className="send-box-foot">
        <span
          id={noteId}
          role="status"
          className={problem ? 'send-problem' : 'send-note'}
          data-testid="swap-amount-said"
        >
          {(isFailed ? text.maxFailed : problem) ?? (dollars === undefined ? '' : formatDollars(dollars, tag))}
        </span>
        {balance.data === undefined ? null : (
          <span className="send-note">{text.balance(isolate(formatAmount(balance.data, from.decimals, tag)))}</span>
        )}
        {balance.data ? (
          <Button size="s" look="quiet" data-testid="swap-max" busy={isBusy} onClick={take}>
            {text.max}
          </Button>
        ) : null}
      </div>
    </Side>
  )
}

/** How much of what comes. */
export function Receive({ form }: { form: SwapForm }) {
  const text = useArea(swapTexts)
  const { tag } = useContext(LocaleContext)
  const { to, quote, isWaiting } = form
  const price = usePriceOf(to)
  const got = quote && BigInt(quote.toAmount)
  const dollars = to && got !== undefined && price !== undefined ? dollarsOf(got, to.decimals, price) : undefined
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
  const target = side === 'from' ? 'sourceToken' : 'toToken'
  return (
    <button
      type="button"
      className={asset ? 'send-token' : 'send-token swap-choose'}
      aria-label={asset ? text.change(isolate(labelOf(asset))) : text.selectToken}
      data-testid={`swap-select-token-button-${target}`}
      onClick={() => push(kit, { name: 'SwapSelectToken', side })}
    >
      {asset ? <TokenTile token={asset} image={asset.imageUrl} size={24} /> : null}
      <bdi data-testid={asset && `swap-input-token-${target}`}>{asset ? asset.symbol : text.selectToken}</bdi>
      <Icon name="down" size={16} />
    </button>
  )
}
