/** Dollars to look at: two decimals, and what is less than a cent says so instead of reading as nothing. */
export function formatDollars(value: number, locale = 'en'): string {
  const format = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: 'USD',
    currencyDisplay: 'narrowSymbol',
    numberingSystem: 'latn',
  })
  return value > 0 && value < 0.01 ? `<${format.format(0.01)}` : format.format(value)
}

/** The same in two parts, so that the cents can step back. */
export function dollarParts(value: number, locale = 'en'): readonly { text: string; isCents: boolean }[] {
  const format = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: 'USD',
    currencyDisplay: 'narrowSymbol',
    numberingSystem: 'latn',
  })
  return format
    .formatToParts(value)
    .map(({ type, value: text }) => ({ text, isCents: type === 'decimal' || type === 'fraction' }))
}
