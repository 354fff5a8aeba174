export type Separators = { decimal: string; group: string }

const known = new Map<string, Separators>()

/** A locale's decimal and group signs. */
export function separatorsOf(locale: string): Separators {
  let separators = known.get(locale)
  if (!separators) {
    const parts = formatOf(locale).formatToParts(1234567.5)
    const find = (type: string) => parts.find((part) => part.type === type)?.value
    separators = { decimal: find('decimal') ?? '.', group: find('group') ?? ',' }
    known.set(locale, separators)
  }
  return separators
}

function formatOf(locale: string): Intl.NumberFormat {
  try {
    return new Intl.NumberFormat(locale, { numberingSystem: 'latn', useGrouping: true })
  } catch {
    // Not a language tag: some systems use names of their own.
    return new Intl.NumberFormat('en', { numberingSystem: 'latn', useGrouping: true })
  }
}
