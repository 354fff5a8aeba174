import { decimalOf } from '@billfold/protocol/decimalOf'

const subscripts = '₀₁₂₃₄₅₆₇₈₉'

/**
 * An amount to read at a glance: six digits, cut and never rounded up, tiny ones as 0.0₅12. Anyone who needs the last
 * digit finds it in the exact form.
 */
export function formatAmount(value: bigint, decimals: number, locale = 'en'): string {
  const exact = decimalOf({ amount: value, decimals })
  const [whole = '0', rest = ''] = exact.replace('-', '').split('.')
  const zeros = /^0*/.exec(rest)?.[0].length ?? 0
  if (whole === '0' && zeros >= 4 && rest.length > zeros) return tiny(value < 0n, rest.slice(zeros), zeros, locale)
  const fraction = whole === '0' ? zeros + 6 : Math.max(0, 6 - whole.length)
  const format = new Intl.NumberFormat(locale, {
    maximumFractionDigits: Math.min(fraction, 20),
    // The wallet's screen, the explorer and the clipboard have these digits: one amount, one look.
    numberingSystem: 'latn',
    roundingMode: 'trunc',
  } as Intl.NumberFormatOptions)
  return format.format(exact as unknown as number)
}

function tiny(isNegative: boolean, digits: string, zeros: number, locale: string): string {
  const parts = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, numberingSystem: 'latn' }).formatToParts(
    isNegative ? -0.1 : 0.1,
  )
  const point = parts.find((part) => part.type === 'decimal')?.value ?? '.'
  const count = [...String(zeros)].map((digit) => subscripts[Number(digit)]).join('')
  return `${isNegative ? '-' : ''}0${point}0${count}${digits.slice(0, 4).replace(/0+$/, '')}`
}
