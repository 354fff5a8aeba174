/** A sum of money as its currency is written; decimal text keeps every digit that its sender gave. */
export function formatMoney(amount: string, currency: string, locale = 'en'): string {
  const format = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    // A whole amount has no decimals; any other keeps its own.
    ...(/^\d+(?:\.0+)?$/.test(amount) ? { minimumFractionDigits: 0 } : {}),
    maximumFractionDigits: 4,
    numberingSystem: 'latn',
  })
  return (
    format
      .formatToParts(amount as unknown as number)
      // As in `formatDollars`: Arabic's “US$” would read “$US” from right to left.
      .map(({ type, value }) => (type === 'currency' && currency === 'USD' ? '$' : value))
      .join('')
  )
}
