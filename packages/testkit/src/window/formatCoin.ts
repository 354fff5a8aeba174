import { decimalOf } from '@billfold/protocol/decimalOf'
/** A chain's smallest units (by default wei) as coins, exact: the number a person agrees to is never rounded. */
export function formatCoin(units: bigint, decimals = 18): string {
  const [whole = '', ...fraction] = decimalOf({ amount: units, decimals }).split('.')
  return [whole.replace(/\B(?=(\d{3})+$)/g, ','), ...fraction].join('.')
}

/** Wei as coins with at most four significant digits, rounded up: for a fee, which is an estimate anyway. */
export function formatFee(wei: bigint): string {
  const excess = wei.toString().length - 4
  if (excess <= 0) return formatCoin(wei)
  const step = 10n ** BigInt(excess)
  return formatCoin(((wei + step - 1n) / step) * step)
}
