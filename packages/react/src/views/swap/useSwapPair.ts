import type { Transaction } from '@billfold/core/model/transactions'
import { isolate } from '../../i18n/isolate.ts'
import { useAmountText } from '../send/useAmountText.ts'
import { useTokenLabel } from '../send/useTokenLabel.ts'

/** A swap's paid token and received amount at a glance; only the token until the amount is known. */
export function useSwapPair() {
  const amountText = useAmountText()
  const { labelOf } = useTokenLabel()
  return ({ meant, arrived }: Transaction) =>
    [
      isolate(meant.paid ? labelOf(meant.paid) : ''),
      arrived === undefined ? isolate(labelOf(meant)) : amountText(BigInt(arrived), meant, 'short'),
    ] as const
}
