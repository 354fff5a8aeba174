/** A whole number of smallest units as a plain decimal, exactly: 1500000 with 6 decimals is `1.5`. */
export function decimalOf({ amount, decimals }: { amount: bigint | string; decimals: number }): string {
  const [, sign = '', text = ''] = /^(-?)(.*)$/s.exec(amount.toString()) ?? []
  const digits = text.padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const rest = digits.slice(digits.length - decimals).replace(/0+$/, '')
  return `${sign}${whole}${rest && `.${rest}`}`
}

/**
 * Whether amounts of a token can be written: with more decimals than a balance has digits, no one can own even one unit
 * of it.
 */
export const isCountable = ({ decimals }: { decimals: number }): boolean => decimals <= 77
