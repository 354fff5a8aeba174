import { findTransaction, type Transaction } from '@billfold/core/model/transactions'
import { useSelect } from '../../hooks/useSelect.ts'
import { sendTexts } from '../../i18n/compiled/sendTexts.ts'
import { swapTexts } from '../../i18n/compiled/swapTexts.ts'
import { useArea } from '../../i18n/useArea.ts'
import { useSwapPair } from '../swap/useSwapPair.ts'
import { useAmountText } from './useAmountText.ts'

/** The toast of a visitor's own transaction, in the words of its flow. */
export function SentToast({ hash }: { hash: string }) {
  const transaction = useSelect((state) => findTransaction(state.transactions, hash))
  if (!transaction) return null
  return transaction.kind === 'swap' ? <SwapWords transaction={transaction} /> : <SendWords transaction={transaction} />
}

function SendWords({ transaction: { status, meant } }: { transaction: Transaction }) {
  const text = useArea(sendTexts)
  const amountText = useAmountText()
  if (status === 'pending') return text.started
  return status === 'confirmed'
    ? text.status.sent(amountText(BigInt(meant.amount), meant, 'short'))
    : text.status[status]
}

function SwapWords({ transaction }: { transaction: Transaction }) {
  const text = useArea(swapTexts)
  const pair = useSwapPair()(transaction)
  return transaction.status === 'confirmed' ? text.swapped(...pair) : text.swapping(...pair)
}
