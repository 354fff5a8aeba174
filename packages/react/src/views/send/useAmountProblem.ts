import type { AmountUnits } from '@billfold/core/features/amount/entryUnits'
import { groupAmount } from '@billfold/core/features/amount/groupAmount'
import { separatorsOf } from '@billfold/core/features/amount/separatorsOf'
import { useContext } from 'react'
import { amountTexts } from '../../i18n/compiled/amountTexts.ts'
import { isolate } from '../../i18n/isolate.ts'
import { LocaleContext } from '../../i18n/LocaleContext.ts'
import { useArea } from '../../i18n/useArea.ts'

/** The problem with an amount, in a sentence with the fix: the same for sends and swaps. */
export function useAmountProblem() {
  const { problem: words } = useArea(amountTexts)
  const { tag } = useContext(LocaleContext)
  return (
    read: AmountUnits,
    { symbol, decimals }: { symbol: string; decimals: number },
    balance: bigint | undefined,
  ): string | undefined => {
    if ('units' in read) return balance !== undefined && read.units > balance ? words.tooMuch : undefined
    switch (read.problem) {
      case 'none':
        return undefined
      case 'notNumber':
        return words.notNumber(isolate(groupAmount(decimals === 0 ? '1234' : '1234.5', tag)))
      case 'ambiguous': {
        // Both readings in an unambiguous form: without groups, and with one digit too many for a group.
        const [thousands = '', fraction = ''] = read.either ?? []
        return words.ambiguous(isolate(thousands), isolate(`${fraction.replace('.', separatorsOf(tag).decimal)}0`))
      }
      case 'tooManyDecimals':
        return decimals === 0 ? words.wholeOnly(isolate(symbol)) : words.tooManyDecimals(isolate(symbol), `${decimals}`)
      default:
        return words[read.problem]
    }
  }
}
