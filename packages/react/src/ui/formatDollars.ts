/** Dollars to look at: two decimals, and what is less than a cent says so instead of reading as nothing. */
export function formatDollars(value: number, locale = 'en'): string {
  const format = dollarFormat(locale)
  return value > 0 && value < 0.01 ? `<${format.format(0.01)}` : format.format(value)
}

/** The same in two parts, so that the cents can step back. */
export function dollarParts(value: number, locale = 'en'): readonly { text: string; isCents: boolean }[] {
  return dollarFormat(locale)
    .formatToParts(value)
    .map(({ type, value: text }) => ({ text, isCents: type === 'decimal' || type === 'fraction' }))
}

const formats = new Map<string, Intl.NumberFormat>()

/** One a language: the browser takes its time over making them, and a list has many amounts. */
function dollarFormat(locale: string): Intl.NumberFormat {
  let format = formats.get(locale)
  if (!format) {
    format = new Intl.NumberFormat(locale, {
      style: 'currency',
      currency: 'USD',
      currencyDisplay: 'narrowSymbol',
      numberingSystem: 'latn',
    })
    formats.set(locale, format)
  }
  return format
}
