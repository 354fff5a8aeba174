import { latinDigits } from '@billfold/core/features/amount/latinDigits'
import { separatorsOf } from '@billfold/core/features/amount/separatorsOf'

/**
 * The number of the stored amount's characters at the beginning of a text: its digits and its decimal sign, not its
 * groups.
 */
export function signsBefore(head: string, locale: string): number {
  const { decimal } = separatorsOf(locale)
  const kept = [...latinDigits(head)].filter((sign) => /\d/.test(sign) || sign === decimal || sign === '٫').join('')
  return kept.startsWith(decimal) ? kept.length + 1 : kept.replace(/^0+(?=\d)/, '').length
}

/** The position in the grouped text after the first `count` characters of the stored amount. */
export function placeAfter(shown: string, count: number, amount: string): number {
  let [seen, at] = [0, 0]
  while (at < shown.length && seen < count) {
    if (/\d/.test(shown[at] ?? '') || amount[seen] === '.') seen++
    at++
  }
  return at
}
