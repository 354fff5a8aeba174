import type { Transaction } from '@billfold/core/features/transactions/transactions'
import { isolate } from '../../i18n/isolate.ts'
import { useAmountText } from '../send/useAmountText.ts'
import { useTokenLabel } from '../send/useTokenLabel.ts'

/** What a swap pays with, and what comes out of it to its last digit. */
export function useSwapPair() {
  const amountText = useAmountText()
  const { labelOf } = useTokenLabel()
  return ({ meant }: Transaction) =>
    [isolate(meant.paid ? labelOf(meant.paid) : ''), amountText(BigInt(meant.amount), meant)] as const
}
