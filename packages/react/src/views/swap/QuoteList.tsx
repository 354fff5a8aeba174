import type { SwapQuote } from '@billfold/protocol/api/swap'
import { useContext, useId, useState } from 'react'
import { useKit } from '../../hooks/KitContext.ts'
import { swapTexts } from '../../i18n/compiled/swapTexts.ts'
import { isolate } from '../../i18n/isolate.ts'
import { LocaleContext } from '../../i18n/LocaleContext.ts'
import { useArea } from '../../i18n/useArea.ts'
import { formatAmount } from '../../ui/formatAmount.ts'
import { formatDollars } from '../../ui/formatDollars.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Tag } from '../../ui/Tag.tsx'
import type { SwapForm } from './useSwapForm.ts'

/** The quotes, the best first; one line until the visitor compares. */
export function QuoteList({ form }: { form: SwapForm }) {
  const kit = useKit()
  const text = useArea(swapTexts)
  const { tag } = useContext(LocaleContext)
  const [open, setOpen] = useState(false)
  const id = useId()
  const { quotes, quote, to, isComplete } = form
  if (!quote || !to) return null
  const fastest = quotes.reduce((a, b) => ((b.tookMs ?? 0) < (a.tookMs ?? 0) ? b : a))
  const choose = ({ source }: SwapQuote) =>
    kit.store.send({ type: 'swap/edited', change: { ...(source ? { sourceId: source.id } : {}) } })
  const name = isolate(quote.source?.name ?? text.unnamed)
  const head = quote === quotes[0] && quotes.length > 1 ? text.bestOf(quotes.length, name) : name
  if (quotes.length < 2) return <p className="swap-source">{isComplete ? text.by(name) : text.asking(name)}</p>
  return (
    <div className="swap-quotes">
      <button
        type="button"
        className="swap-source"
        data-testid="swap-compare"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        <span>{head}</span>
        <Icon name="down" size={16} />
      </button>
      <fieldset id={id} hidden={!open} className="swap-choices">
        <legend className="visually-hidden">{text.quotes}</legend>
        {quotes.map((each) => (
          <button
            key={each.id}
            type="button"
            aria-pressed={each === quote}
            className="line line-link swap-quote"
            data-testid={`swap-quote-${each.source?.id}`}
            onClick={() => choose(each)}
          >
            <span className="line-text">
              <span className="line-title">
                <bdi>{each.source?.name}</bdi>
                {each === quotes[0] ? <Tag tone="accent">{text.best}</Tag> : null}
                {each === fastest && quotes.length > 1 ? <Tag>{text.fastest}</Tag> : null}
              </span>
              <span className="line-detail">
                {each.gasUsd === undefined ? null : text.gasOf(isolate(formatDollars(each.gasUsd, tag)))}
              </span>
            </span>
            <bdi className="line-tail">{formatAmount(BigInt(each.toAmount), to.decimals, tag)}</bdi>
          </button>
        ))}
      </fieldset>
    </div>
  )
}
