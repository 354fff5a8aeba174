import { push } from '@billfold/core/features/modal/navigate'
import { editDraft } from '@billfold/core/features/send/editDraft'
import { useContext, useId } from 'react'
import { useKit } from '../../hooks/KitContext.ts'
import { sendTexts } from '../../i18n/compiled/sendTexts.ts'
import { isolate } from '../../i18n/isolate.ts'
import { LocaleContext } from '../../i18n/LocaleContext.ts'
import { useArea } from '../../i18n/useArea.ts'
import { useReaders } from '../../i18n/useReaders.ts'
import { Button } from '../../ui/Button.tsx'
import { formatAmount } from '../../ui/formatAmount.ts'
import { formatDollars } from '../../ui/formatDollars.ts'
import { Icon } from '../../ui/Icon.tsx'
import { TokenTile } from '../shared/TokenTile.tsx'
import { AmountField } from './AmountField.tsx'
import { useAmountProblem } from './useAmountProblem.ts'
import type { useMost } from './useMost.ts'
import type { SendForm } from './useSendForm.ts'
import { useTokenLabel } from './useTokenLabel.ts'

/** How much and of what, what that is worth, and what there is. */
export function AmountBox({ form, most }: { form: SendForm; most: ReturnType<typeof useMost> }) {
  const kit = useKit()
  const text = useArea(sendTexts)
  const { tag } = useContext(LocaleContext)
  const noteId = useId()
  const readers = useReaders()
  const { draft, token, balance, read, price } = form
  const { labelOf } = useTokenLabel()
  const problem = useAmountProblem()(read, { ...token, symbol: labelOf(token) }, balance.data)
  const words = most.isFailed ? text.maxFailed : problem
  const dollars =
    'units' in read && price !== undefined ? (Number(read.units) / 10 ** token.decimals) * price : undefined
  return (
    <div className="send-box">
      <AmountField
        label={text.amount}
        entry={draft}
        readers={readers}
        invalid={problem !== undefined}
        describedBy={noteId}
        onChange={({ amount, written }) => editDraft(kit, { amount, written })}
      >
        <button
          type="button"
          className="send-token"
          data-testid="send-token-button"
          onClick={() => push(kit, { name: 'WalletSendSelectToken' })}
        >
          <TokenTile token={token} image={form.image} size={24} />
          <bdi aria-hidden="true">{token.symbol}</bdi>
          <span className="visually-hidden">{text.change(isolate(labelOf(token)))}</span>
          <Icon name="down" size={16} />
        </button>
      </AmountField>
      <div className="send-box-foot">
        <span id={noteId} role="status" className={words ? 'send-problem' : 'send-note'} data-testid="send-amount-said">
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
          <Button size="s" look="quiet" busy={most.isBusy} data-testid="send-max" onClick={most.take}>
            {text.max}
          </Button>
        ) : null}
      </div>
    </div>
  )
}
