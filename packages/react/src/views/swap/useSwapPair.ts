import type { Transaction } from '@billfold/core/features/transactions/transactions'
import { isolate } from '../../i18n/isolate.ts'
import { useAmountText } from '../send/useAmountText.ts'
import { useTokenLabel } from '../send/useTokenLabel.ts'

/** What a swap pays with, and what came out of it to its last digit; while no one knows how much that is, only of what. */
export function useSwapPair() {
  const amountText = useAmountText()
  const { labelOf } = useTokenLabel()
  return ({ meant, arrived }: Transaction) =>
    [
      isolate(meant.paid ? labelOf(meant.paid) : ''),
      arrived === undefined ? isolate(labelOf(meant)) : amountText(BigInt(arrived), meant),
    ] as const
}
