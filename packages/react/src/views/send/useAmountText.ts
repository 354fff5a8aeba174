import { groupAmount } from '@billfold/core/features/amount/groupAmount'
import { decimalOf } from '@billfold/protocol/decimalOf'
import { useContext } from 'react'
import { isolate } from '../../i18n/isolate.ts'
import { LocaleContext } from '../../i18n/LocaleContext.ts'
import { formatAmount } from '../../ui/formatAmount.ts'
import { type NamedToken, useTokenLabel } from './useTokenLabel.ts'

/**
 * Writes an amount to its last digit, with its unit: where money moves nothing is cut, and no token passes for another.
 * A row that leads to the exact amount takes it short.
 */
export function useAmountText() {
  const { tag } = useContext(LocaleContext)
  const { labelOf } = useTokenLabel()
  return (amount: bigint, token: NamedToken & { decimals: number }, length: 'exact' | 'short' = 'exact'): string => {
    const { decimals } = token
    const digits =
      length === 'short' ? formatAmount(amount, decimals, tag) : groupAmount(decimalOf({ amount, decimals }), tag)
    return isolate(`${digits} ${labelOf(token)}`)
  }
}
