import { formatAmount } from './formatAmount.ts'

/** Plain decimal text of any length to read at a glance; what is no number stays as it is. */
export function formatDecimal(text: string, locale = 'en'): string {
  const [, sign = '', whole, fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? []
  if (whole === undefined) return text
  return formatAmount(BigInt(`${sign}${whole}${fraction}`), fraction.length, locale)
}
