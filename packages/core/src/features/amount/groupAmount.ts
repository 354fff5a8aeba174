import { separatorsOf } from './separatorsOf.ts'

/** Groups a plain decimal by the locale, without rounding. */
export function groupAmount(amount: string, locale: string): string {
  const [whole = '', fraction] = amount.split('.')
  const { decimal } = separatorsOf(locale)
  const head =
    whole && new Intl.NumberFormat(locale, { numberingSystem: 'latn', maximumFractionDigits: 0 }).format(BigInt(whole))
  return fraction === undefined ? head : `${head}${decimal}${fraction}`
}
