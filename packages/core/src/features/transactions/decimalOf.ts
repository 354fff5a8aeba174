/** A whole number of smallest units as a plain decimal, exactly. */
export function decimalOf({ amount, decimals }: { amount: bigint | string; decimals: number }): string {
  const digits = amount.toString().padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const rest = digits.slice(digits.length - decimals).replace(/0+$/, '')
  return rest ? `${whole}.${rest}` : whole
}
