import { groupAmount } from '@billfold/core/features/amount/groupAmount'
import type { Purchase } from '@billfold/core/model/onramp'
import { decimalOf } from '@billfold/protocol/decimalOf'
import { useContext } from 'react'
import { isolate } from '../../i18n/isolate.ts'
import { LocaleContext } from '../../i18n/LocaleContext.ts'

/** The purchased amount, to its last digit, as the provider last reported it; without a report, only the token. */
export function useGets() {
  const { tag } = useContext(LocaleContext)
  return ({ order: { gets, asset } }: Purchase): string =>
    isolate(
      gets === null
        ? asset.symbol
        : `${groupAmount(decimalOf({ amount: gets, decimals: asset.decimals }), tag)} ${asset.symbol}`,
    )
}
