import type { Purchase } from '@billfold/core/model/onramp'
import { useContext } from 'react'
import { isolate } from '../../i18n/isolate.ts'
import { LocaleContext } from '../../i18n/LocaleContext.ts'
import { formatAmount } from '../../ui/formatAmount.ts'

/** The purchased amount at a glance, as the provider last reported it; without a report, only the token. */
export function useGets() {
  const { tag } = useContext(LocaleContext)
  return ({ order: { gets, asset } }: Purchase): string =>
    isolate(gets === null ? asset.symbol : `${formatAmount(BigInt(gets), asset.decimals, tag)} ${asset.symbol}`)
}
