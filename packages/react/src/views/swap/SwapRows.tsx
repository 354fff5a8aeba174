import { push } from '@billfold/core/features/modal/navigate'
import { isUndecided, type Transaction } from '@billfold/core/model/transactions'
import { useKit } from '../../hooks/KitContext.ts'
import { swapTexts } from '../../i18n/compiled/swapTexts.ts'
import { isolate } from '../../i18n/isolate.ts'
import { useArea } from '../../i18n/useArea.ts'
import { shortAddress } from '../../ui/Address.tsx'
import { useAmountText } from '../send/useAmountText.ts'
import { useTokenLabel } from '../send/useTokenLabel.ts'
import { Receipt, receiptState } from '../shared/Receipt.tsx'

/** An approval that waits for the chain; the form goes on with what it is for. */
function ApprovalRow({ transaction: { hash, meant, altered, status } }: { transaction: Transaction }) {
  const kit = useKit()
  const text = useArea(swapTexts)
  const amountText = useAmountText()
  const { labelOf } = useTokenLabel()
  const words = text.approval
  const isReset = meant.amount === '0'
  const spender = words.spender(isolate(shortAddress(meant.to)))
  return (
    <Receipt
      state="waiting"
      title={
        isReset
          ? words.resetting(isolate(labelOf(meant)))
          : words.sending(amountText(BigInt(meant.amount), meant, 'short'))
      }
      detail={altered ? text.status.altered : `${text.status[status]} · ${spender}`}
      danger={altered ?? false}
      testId="approval-row"
      data-hash={hash}
      onOpen={() => push(kit, { name: 'Swap' })}
    />
  )
}

function SwapRow({ transaction }: { transaction: Transaction }) {
  const kit = useKit()
  const text = useArea(swapTexts)
  const { labelOf } = useTokenLabel()
  const { hash, status, altered, meant } = transaction
  const pair = [isolate(meant.paid ? labelOf(meant.paid) : ''), isolate(labelOf(meant))] as const
  return (
    <Receipt
      state={receiptState(status)}
      title={status === 'confirmed' ? text.swapped(...pair) : text.swapping(...pair)}
      detail={
        altered ? (
          text.status.altered
        ) : status === 'confirmed' ? (
          <Sides transaction={transaction} />
        ) : (
          text.status[status]
        )
      }
      danger={altered ?? false}
      testId="swap-row"
      status={status}
      onOpen={() => push(kit, { name: 'SwapStatus', hash })}
      onDismiss={isUndecided(transaction) ? undefined : () => kit.store.send({ type: 'transaction/dismissed', hash })}
    />
  )
}

/** The paid and the received amount, short enough to keep their units. */
function Sides({ transaction: { meant, arrived } }: { transaction: Transaction }) {
  const amountText = useAmountText()
  const { paid } = meant
  return (
    <span className="receipt-amount">
      {paid ? <bdi dir="ltr">−{amountText(BigInt(paid.amount), paid, 'short')}</bdi> : null}
      {paid && arrived !== undefined ? ' · ' : null}
      {arrived === undefined ? null : <bdi dir="ltr">+{amountText(BigInt(arrived), meant, 'short')}</bdi>}
    </span>
  )
}

/** The account's swaps that are on their way or have just settled: a way back to each. */
export function SwapRows({ transactions }: { transactions: readonly Transaction[] }) {
  return (
    <ul className="rows" data-testid="swap-rows">
      {transactions.map((each) => (
        <li key={each.hash}>
          {each.kind === 'approval' ? <ApprovalRow transaction={each} /> : <SwapRow transaction={each} />}
        </li>
      ))}
    </ul>
  )
}
