/** Writes a JSON number as a plain decimal: 1e-7 is `0.0000001`. */
export function decimalText(value: number | string): string | undefined {
  const text =
    typeof value === 'string' ? value : /e/.test(String(value)) ? value.toFixed(20).replace(/0+$/, '') : String(value)
  const whole = text.replace(/\.$/, '')
  return /^\d{1,60}(?:\.\d{1,60})?$/.test(whole) ? whole : undefined
}

/** A sum in our wire format; undefined if it is invalid. Truncated to a ten-thousandth. */
export function moneyText(value: number | string): string | undefined {
  const text = decimalText(value)
  const [whole = '', part = ''] = (text ?? '').split('.')
  if (!/^\d{1,12}$/.test(whole)) return undefined
  const rest = part.slice(0, 4).replace(/0+$/, '')
  return rest ? `${whole}.${rest.padEnd(2, '0')}` : `${whole}.00`
}
