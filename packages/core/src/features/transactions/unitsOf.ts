/** Converts a plain decimal to smallest units; rejects more digits than the token has instead of rounding. */
export function unitsOf(text: string, decimals: number): bigint | undefined {
  const [, whole, fraction = ''] = /^(\d+)(?:\.(\d+))?$/.exec(text) ?? []
  if (whole === undefined || fraction.replace(/0+$/, '').length > decimals) return undefined
  return BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, '0'))
}
