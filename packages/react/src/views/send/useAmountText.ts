import { groupAmount } from '@billfold/core/features/amount/groupAmount'
import { decimalOf } from '@billfold/protocol/decimalOf'
import { useContext } from 'react'
import { isolate } from '../../i18n/isolate.ts'
import { LocaleContext } from '../../i18n/LocaleContext.ts'
import { type NamedToken, useTokenLabel } from './useTokenLabel.ts'

/** Writes an amount to its last digit, with its unit: where money moves nothing is cut, and no token passes for another. */
export function useAmountText() {
  const { tag } = useContext(LocaleContext)
  const { labelOf } = useTokenLabel()
  return (amount: bigint, token: NamedToken & { decimals: number }): string =>
    isolate(`${groupAmount(decimalOf({ amount, decimals: token.decimals }), tag)} ${labelOf(token)}`)
}
