import { push } from '@billfold/core/features/modal/navigate'
import { isUndecided, type Transaction } from '@billfold/core/model/transactions'
import { useKit } from '../../hooks/KitContext.ts'
import { sendTexts } from '../../i18n/compiled/sendTexts.ts'
import { isolate } from '../../i18n/isolate.ts'
import { useArea } from '../../i18n/useArea.ts'
import { shortAddress } from '../../ui/Address.tsx'
import { Identicon } from '../../ui/Identicon.tsx'
import { Receipt, receiptState } from '../shared/Receipt.tsx'
import { useAmountText } from './useAmountText.ts'

/** The account's transfers that are on their way or have just settled. */
export function TransferRows({ transactions }: { transactions: readonly Transaction[] }) {
  const text = useArea(sendTexts)
  return (
    <ul className="rows" aria-label={text.status.transaction} data-testid="send-transfers">
      {transactions.map((one) => (
        <li key={one.hash}>
          <TransferRow transaction={one} />
        </li>
      ))}
    </ul>
  )
}

function TransferRow({ transaction }: { transaction: Transaction }) {
  const kit = useKit()
  const { status: words } = useArea(sendTexts)
  const amountText = useAmountText()
  const { status, meant, hash, altered } = transaction
  const amount = amountText(BigInt(meant.amount), meant, 'short')
  const whom = words.toWhom(isolate(meant.name ?? shortAddress(meant.to)))
  return (
    <Receipt
      state={receiptState(status)}
      title={status === 'confirmed' ? words.sent(amount) : words.sending(amount)}
      detail={
        altered ? (
          words.altered
        ) : (
          <span className="send-whom">
            <Identicon address={meant.to} size={16} />
            {status === 'confirmed' ? whom : `${words[status]} · ${whom}`}
          </span>
        )
      }
      danger={altered ?? false}
      testId="send-transfer"
      status={status}
      onOpen={() => push(kit, { name: 'WalletSendStatus', hash })}
      onDismiss={isUndecided(transaction) ? undefined : () => kit.store.send({ type: 'transaction/dismissed', hash })}
    />
  )
}
