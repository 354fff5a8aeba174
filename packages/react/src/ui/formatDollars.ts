/** Dollars for display: two decimals, and less than a cent reads as such instead of as nothing. */
export function formatDollars(value: number, locale = 'en'): string {
  const isCrumb = value > 0 && value < 0.01
  const text = partsOf(isCrumb ? 0.01 : value, locale)
    .map((part) => part.value)
    .join('')
  return isCrumb ? `<${text}` : text
}

/** The same in two parts, so that the cents can step back. */
export function dollarParts(value: number, locale = 'en'): readonly { text: string; isCents: boolean }[] {
  return partsOf(value, locale).map(({ type, value: text }) => ({
    text,
    isCents: type === 'decimal' || type === 'fraction',
  }))
}

/** The sign is the same everywhere: Arabic has “US$” for it, which reads “$US” from right to left. */
const partsOf = (value: number, locale: string): Intl.NumberFormatPart[] =>
  dollarFormat(locale)
    .formatToParts(value)
    .map((part) => (part.type === 'currency' ? { ...part, value: '$' } : part))

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
