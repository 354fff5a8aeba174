import { decimalOf } from '@billfold/protocol/decimalOf'
import { formatAmount } from './formatAmount.ts'

/** An upper bound to read at a glance: as many digits as `formatAmount` shows, the last one rounded up, so that it is never too little. */
export function formatAtMost(value: bigint, decimals: number, locale = 'en'): string {
  const step = 10n ** BigInt(Math.max(0, decimals - placesOf(value, decimals)))
  return formatAmount(((value + step - 1n) / step) * step, decimals, locale)
}

/** How many decimal places of an amount are shown. */
function placesOf(value: bigint, decimals: number): number {
  const [whole = '0', rest = ''] = decimalOf({ amount: value, decimals }).split('.')
  const zeros = /^0*/.exec(rest)?.[0].length ?? 0
  if (whole !== '0') return Math.max(0, 6 - whole.length)
  return zeros + (zeros >= 4 ? 4 : 6)
}
