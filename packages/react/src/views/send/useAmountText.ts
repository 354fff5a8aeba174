import { groupAmount } from '@billfold/core/features/send/amountText'
import { decimalOf } from '@billfold/core/features/transactions/decimalOf'
import { useContext } from 'react'
import { isolate } from '../../i18n/isolate.ts'
import { LocaleContext } from '../../i18n/LocaleContext.ts'

/** Writes an amount to its last digit, with its unit: where money moves nothing is cut. */
export function useAmountText() {
  const { tag } = useContext(LocaleContext)
  return (amount: bigint, { decimals, symbol }: { decimals: number; symbol: string }): string =>
    isolate(`${groupAmount(decimalOf({ amount, decimals }), tag)} ${symbol}`)
}
