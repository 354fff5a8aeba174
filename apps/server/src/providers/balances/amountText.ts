/** A raw amount as people write it: every digit it has, and no zero too many. */
export function amountText(amount: bigint, decimals: number): string {
  if (amount < 0n) return `-${amountText(-amount, decimals)}`
  const digits = amount.toString().padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const part = digits.slice(digits.length - decimals).replace(/0+$/, '')
  return part ? `${whole}.${part}` : whole
}
