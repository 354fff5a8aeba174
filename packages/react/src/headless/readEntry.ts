import { editAmount } from '@billfold/core/features/amount/editAmount'
import type { Kit } from '@billfold/core/kit'
import type { AmountEntry } from '@billfold/core/model/amount'

/** A visitor's typed amount: parsed in the page's number format, and kept as typed. */
export function readEntry(kit: Kit, text: string): AmountEntry {
  const tag = kit.language?.() ?? 'en'
  const entry = editAmount({ amount: '' }, { value: text }, [tag, globalThis.navigator?.language || tag])
  return { ...entry, written: entry.written?.problem ? entry.written : { text } }
}

/** The text of a field. */
export const textOf = ({ amount, written }: AmountEntry): string => written?.text ?? amount
