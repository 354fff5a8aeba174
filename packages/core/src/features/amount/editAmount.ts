import type { AmountEntry } from '../../model/amount.ts'
import { groupAmount } from './groupAmount.ts'
import { latinDigits } from './latinDigits.ts'
import { maxText, readAmount } from './readAmount.ts'
import { separatorsOf } from './separatorsOf.ts'

/** An edit of an amount field. */
export type AmountEdit = {
  /** The full new text. */
  value: string
  /** The selection that the new text replaced. */
  replaced?: { start: number; end: number } | undefined
  /** Caret position after a deletion. */
  deletedAt?: number | undefined
  /** Input method composition is still active: leave non-digits alone until it ends. */
  isComposing?: boolean | undefined
}

/** The text that a field shows for an amount. */
export const shownAmount = ({ amount, written }: AmountEntry, locale: string): string =>
  written?.text ?? groupAmount(amount, locale)

/**
 * Applies an edit to an amount field. `readers` are the page's language and the visitor's own. Groups that the form
 * inserted are removed; all other signs are the visitor's, stay as written, and are parsed with the rest.
 */
export function editAmount(before: AmountEntry, edit: AmountEdit, readers: readonly string[]): AmountEntry {
  const { head, inserted, tail, isDoubtful } = partsOf(before, edit, readers)
  const text = `${head}${inserted}${tail}`
  const isHeld = edit.isComposing === true && /[^\d.,]/.test(inserted)
  const own = isHeld ? undefined : ownAmount({ head, inserted, tail }, before, readers)
  if (own !== undefined) return { amount: own, written: undefined }
  const read = readAmount(text, readers)
  // Without the replaced range, a group sign may be a leftover of ours: accept only a well-formed number.
  if (isDoubtful && 'amount' in read && groupAmount(read.amount, readers[0] ?? 'en') !== text)
    return { amount: '', written: { text, problem: 'notNumber' } }
  if ('problem' in read) return { amount: '', written: { text: text.slice(0, maxText), ...read } }
  // Pasted text is complete; typed text may continue.
  const isWhole = inserted.length > 1 && edit.deletedAt === undefined && !isHeld
  return { amount: read.amount, written: isWhole && read.amount !== '' ? undefined : { text } }
}

/** On blur: a parsed amount is reformatted, an invalid one stays as written. */
export const settleAmount = ({ amount, written }: AmountEntry): AmountEntry =>
  written?.problem || amount === '' ? { amount, written } : { amount, written: undefined }

type Parts = { head: string; inserted: string; tail: string; isDoubtful?: boolean }

/** The text before and after the edit without the form's own groups, and the inserted text. */
function partsOf(before: AmountEntry, { value, replaced, deletedAt }: AmountEdit, readers: readonly string[]): Parts {
  const all = { head: '', inserted: value, tail: '' }
  if (before.written) return (replaced && cut(before.written.text, value, replaced)) ?? all
  const [locale = 'en'] = readers
  const shown = shownAmount(before, locale)
  const { group } = separatorsOf(locale)
  const bare = (text: string) => text.replaceAll(group, '')
  const known = deletedAt === undefined ? replaced && cut(shown, value, replaced) : cutOut(shown, value, deletedAt)
  if (!known) return { ...all, isDoubtful: shown.includes(group) && value.includes(group) }
  return { head: bare(known.head), inserted: known.inserted, tail: bare(known.tail) }
}

/** The text inserted in place of a selection; undefined if the text contradicts the reported range. */
function cut(shown: string, value: string, { start, end }: { start: number; end: number }): Parts | undefined {
  const [head, tail] = [shown.slice(0, start), shown.slice(end)]
  const isFound = value.length >= head.length + tail.length && value.startsWith(head) && value.endsWith(tail)
  return isFound ? { head, inserted: value.slice(head.length, value.length - tail.length), tail } : undefined
}

function cutOut(shown: string, value: string, at: number): Parts | undefined {
  const [head, tail] = [value.slice(0, at), value.slice(at)]
  return shown.startsWith(head) && shown.endsWith(tail) ? { head, inserted: '', tail } : undefined
}

/** An amount of only digits and an unambiguous decimal sign; undefined if it needs the full parser. */
function ownAmount(
  { head, inserted, tail }: Parts,
  before: AmountEntry,
  readers: readonly string[],
): string | undefined {
  const points = readers.map((each) => separatorsOf(each).decimal)
  const [point = '.'] = points
  const isAgreed = points.every((each) => each === point)
  const plain = (text: string, sign: string) => latinDigits(text).replaceAll(sign, '.')
  const [around, added] = [`${head}${tail}`, latinDigits(inserted)]
  // Once nothing of the form's own text is left, parse every sign.
  const isOurs = before.written === undefined && around !== ''
  const isPlain = /^\d*$/.test(added) || added === '٫' || (isAgreed && added === point)
  const isFirst = around === '' && isPlain && !before.written
  if (!isPlain || !(isOurs || isFirst || /^\d*$/.test(latinDigits(around)))) return undefined
  const text = `${plain(head, point)}${added.replace(/[^\d]/, '.')}${plain(tail, point)}`
  if (!/^\d*\.?\d*$/.test(text) || text.length > maxText) return undefined
  return text.startsWith('.') ? `0${text}` : text.replace(/^0+(?=\d)/, '')
}
