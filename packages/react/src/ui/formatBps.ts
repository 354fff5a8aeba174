/** Hundredths of a percent as a percentage to look at. */
export const formatBps = (bps: number, locale = 'en'): string =>
  new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2, numberingSystem: 'latn' }).format(
    bps / 10_000,
  )
