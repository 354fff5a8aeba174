/** Converts whole coins to smallest units, exactly; undefined if the text is not a number, or finer than the coin. */
export function smallestUnits(text: string, decimals: number): string | undefined {
  const [, whole = '', part = ''] = /^(\d{1,60})(?:\.(\d{1,60}))?$/.exec(text) ?? []
  if (whole === '') return undefined
  const rest = part.replace(/0+$/, '')
  if (rest.length > decimals) return undefined
  return BigInt(whole + rest.padEnd(decimals, '0')).toString()
}
