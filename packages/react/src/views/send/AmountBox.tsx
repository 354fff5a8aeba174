import { push } from '@billfold/core/features/modal/navigate'
import type { AmountProblem } from '@billfold/core/features/send/amountText'
import { editDraft } from '@billfold/core/features/send/editDraft'
import { useContext, useId, useState } from 'react'
import { useKit } from '../../hooks/KitContext.ts'
import { isolate } from '../../i18n/isolate.ts'
import { LocaleContext } from '../../i18n/LocaleContext.ts'
import { type SendTexts, sendTexts } from '../../i18n/send/sendTexts.ts'
import { useArea } from '../../i18n/useArea.ts'
import { Button } from '../../ui/Button.tsx'
import { formatAmount } from '../../ui/formatAmount.ts'
import { formatDollars } from '../../ui/formatDollars.ts'
import { Icon } from '../../ui/Icon.tsx'
import { WalletTile } from '../../ui/WalletTile.tsx'
import { AmountField } from './AmountField.tsx'
import type { SendForm } from './useSendForm.ts'

/** How much and of what, what that is worth, and what there is. */
export function AmountBox({ form, onMax }: { form: SendForm; onMax: () => void }) {
  const kit = useKit()
  const text = useArea(sendTexts)
  const { tag } = useContext(LocaleContext)
  const said = useId()
  const [pasted, setPasted] = useState<AmountProblem>()
  const { draft, token, balance, read, price } = form
  const problem = pasted ?? ('problem' in read ? read.problem : undefined)
  const words = problem && wordsFor(problem, token, text)
  const dollars =
    'units' in read && price !== undefined ? (Number(read.units) / 10 ** token.decimals) * price : undefined
  const change = (amount: string) => {
    setPasted(undefined)
    editDraft(kit, { amount })
  }
  return (
    <div className="send-box">
      <AmountField
        label={text.amount}
        amount={draft.amount}
        locale={tag}
        invalid={words !== undefined}
        describedBy={said}
        onChange={change}
        onProblem={setPasted}
      >
        <button
          type="button"
          className="send-token"
          data-testid="send-token-button"
          onClick={() => push(kit, { name: 'WalletSendSelectToken' })}
        >
          <WalletTile name={token.symbol} image={form.image} size={24} round />
          <bdi aria-hidden="true">{token.symbol}</bdi>
          <span className="visually-hidden">{text.change(token.symbol)}</span>
          <Icon name="down" size={16} />
        </button>
      </AmountField>
      <div className="send-box-foot">
        <span id={said} role="status" className={words ? 'send-problem' : 'send-note'} data-testid="send-amount-said">
          {words ?? (dollars === undefined ? '' : formatDollars(dollars, tag))}
        </span>
        <span className="send-note" data-testid="send-balance">
          {balance.data === undefined
            ? balance.isError
              ? text.balanceUnknown
              : '…'
            : text.all(isolate(formatAmount(balance.data, token.decimals, tag)))}
        </span>
        {balance.data ? (
          <Button size="s" look="quiet" data-testid="send-max" onClick={onMax}>
            {text.max}
          </Button>
        ) : null}
      </div>
    </div>
  )
}

function wordsFor(
  problem: AmountProblem,
  { symbol, decimals }: { symbol: string; decimals: number },
  { problem: words }: SendTexts,
): string | undefined {
  if (problem === 'none') return undefined
  return problem === 'tooManyDecimals' ? words.tooManyDecimals(isolate(symbol), `${decimals}`) : words[problem]
}
