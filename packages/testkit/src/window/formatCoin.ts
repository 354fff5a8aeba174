/** A chain's smallest units (wei unless told) as coins, exact: the number a person agrees to is never rounded. */
export function formatCoin(units: bigint, decimals = 18): string {
  const digits = units.toString().padStart(decimals + 1, '0')
  const whole = digits.slice(0, -decimals).replace(/\B(?=(\d{3})+$)/g, ',')
  const fraction = digits.slice(-decimals).replace(/0+$/, '')
  return fraction ? `${whole}.${fraction}` : whole
}

/** Wei as coins with at most four significant digits, rounded up: for a fee, which is an estimate anyway. */
export function formatFee(wei: bigint): string {
  const excess = wei.toString().length - 4
  if (excess <= 0) return formatCoin(wei)
  const step = 10n ** BigInt(excess)
  return formatCoin(((wei + step - 1n) / step) * step)
}
