import { type ReactNode, useContext, useId } from 'react'
import { useKit } from '../../hooks/KitContext.ts'
import { buyTexts } from '../../i18n/compiled/buyTexts.ts'
import { LocaleContext } from '../../i18n/LocaleContext.ts'
import { useArea } from '../../i18n/useArea.ts'
import { useReaders } from '../../i18n/useReaders.ts'
import { formatMoney } from '../../ui/formatMoney.ts'
import { AmountField } from '../send/AmountField.tsx'
import { useAmountProblem } from '../send/useAmountProblem.ts'
import type { BuyFilled } from './useBuyDraft.ts'

type Props = {
  form: Pick<BuyFilled, 'draft' | 'currency' | 'decimals' | 'read' | 'sums' | 'pays'>
  /** The prefix of the amounts' handles. */
  handle: 'buy' | 'onramp-widget'
  /** The way to another currency. */
  children: ReactNode
}

/** The amount to pay, and presets. */
export function BuySum({ form, handle, children }: Props) {
  const kit = useKit()
  const text = useArea(buyTexts)
  const { tag } = useContext(LocaleContext)
  const readers = useReaders()
  const noteId = useId()
  const { draft, currency, decimals, read, sums, pays } = form
  const problem = useAmountProblem()(read, { symbol: currency, decimals }, undefined)
  return (
    <div className="send-box">
      <span className="send-label">{text.pay}</span>
      <AmountField
        label={text.pay}
        entry={draft}
        readers={readers}
        invalid={problem !== undefined}
        describedBy={noteId}
        onChange={({ amount, written }) => kit.store.send({ type: 'onramp/edited', change: { amount, written } })}
      >
        {children}
      </AmountField>
      <span id={noteId} role="status" className="send-problem">
        {problem ?? ''}
      </span>
      <fieldset className="buy-sums">
        <legend className="visually-hidden">{text.presets}</legend>
        {sums.map((sum) => (
          <button
            key={sum}
            type="button"
            className="buy-sum"
            aria-pressed={pays === sum}
            data-testid={`${handle}-preset-${sum}`}
            onClick={() => kit.store.send({ type: 'onramp/edited', change: { amount: sum } })}
          >
            <bdi>{formatMoney(sum, currency, tag)}</bdi>
          </button>
        ))}
      </fieldset>
    </div>
  )
}
