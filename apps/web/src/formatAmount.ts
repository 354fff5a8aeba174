import { decimalOf } from '@billfold/protocol/decimalOf'

/** An amount for reading: grouped, at most six significant digits, never rounded up. */
export function formatAmount(amount: bigint, decimals: number, locale = 'en'): string {
  const text = decimalOf({ amount: amount, decimals: decimals })
  const [whole = '0', fraction = ''] = text.replace('-', '').split('.')
  const zeros = /^0*/.exec(fraction)?.[0].length ?? 0
  if (whole === '0' && zeros >= 4 && fraction) {
    const digits = fraction.slice(zeros, zeros + 4).replace(/0+$/, '')
    return `${amount < 0n ? '-' : ''}0.0${subscript(zeros)}${digits}`
  }
  const room = whole === '0' ? zeros + 6 : Math.max(0, 6 - whole.length)
  return cut(text, room, 0, locale)
}

/** A price for reading: cents from a hundred up, four digits from one up, six significant digits below. */
export function formatPrice(price: bigint, decimals: number, locale = 'en'): string {
  const one = 10n ** BigInt(decimals)
  if (price < one) return formatAmount(price, decimals, locale)
  const digits = price < 100n * one ? 4 : 2
  return cut(decimalOf({ amount: price, decimals: decimals }), digits, digits, locale)
}

function cut(text: string, most: number, least: number, locale: string): string {
  const format = new Intl.NumberFormat(locale, {
    minimumFractionDigits: least,
    maximumFractionDigits: Math.min(most, 20),
    roundingMode: 'trunc',
  })
  // Intl reads decimal text exactly; a number would lose digits.
  return format.format(text as `${number}`)
}

function subscript(count: number): string {
  return [...String(count)].map((digit) => '₀₁₂₃₄₅₆₇₈₉'[Number(digit)]).join('')
}
