import { groupAmount } from './groupAmount.ts'
import { latinDigits } from './latinDigits.ts'
import { type AmountProblem, maxText, readAmount } from './readAmount.ts'
import { separatorsOf } from './separatorsOf.ts'

/** An amount as a form keeps it. */
export type AmountEntry = {
  /** What is read: digits and at most one point; empty where nothing is, or nothing can be. */
  amount: string
  /** The visitor's own text, where it is not what the form itself would write: not finished, written another way, or refused. */
  written?: WrittenAmount | undefined
}
export type WrittenAmount = { text: string; problem?: AmountProblem; either?: readonly [string, string] }

/** What happened to the text of a field. */
export type AmountEdit = {
  /** The whole text now. */
  value: string
  /** What was selected before, where a text was put in its place. */
  replaced?: { start: number; end: number } | undefined
  /** Where the caret stands now, after something was deleted. */
  deletedAt?: number | undefined
  /** An input method is not done yet: what is not digits is left alone until it is. */
  isComposing?: boolean | undefined
}

/** What a field shows of an amount. */
export const shownAmount = ({ amount, written }: AmountEntry, locale: string): string =>
  written?.text ?? groupAmount(amount, locale)

/**
 * What a form keeps after its field was edited, in whichever way. `readers` are the page's language and the visitor's own. The groups
 * that the form drew are its own and step aside; every other sign is the visitor's, stays as written, and is read with the whole.
 */
export function editAmount(before: AmountEntry, edit: AmountEdit, readers: readonly string[]): AmountEntry {
  const { head, inserted, tail, isDoubtful } = partsOf(before, edit, readers)
  const text = `${head}${inserted}${tail}`
  const isHeld = edit.isComposing === true && /[^\d.,]/.test(inserted)
  const own = isHeld ? undefined : ownAmount({ head, inserted, tail }, before, readers)
  if (own !== undefined) return { amount: own, written: undefined }
  const read = readAmount(text, readers)
  // Where no one says what was replaced, a group sign may be ours, torn from its digits: only a number in good order is believed.
  if (isDoubtful && 'amount' in read && groupAmount(read.amount, readers[0] ?? 'en') !== text)
    return { amount: '', written: { text, problem: 'notNumber' } }
  if ('problem' in read) return { amount: '', written: { text: text.slice(0, maxText), ...read } }
  // What came all at once is done; what is typed may still go on.
  const isWhole = inserted.length > 1 && edit.deletedAt === undefined && !isHeld
  return { amount: read.amount, written: isWhole && read.amount !== '' ? undefined : { text } }
}

/** The field is left: what was read is shown as the form writes it; what was not stays as it is. */
export const settleAmount = ({ amount, written }: AmountEntry): AmountEntry =>
  written?.problem || amount === '' ? { amount, written } : { amount, written: undefined }

type Parts = { head: string; inserted: string; tail: string; isDoubtful?: boolean }

/** What stood before and after, without the groups that the form drew, and what is new. */
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

/** What was put in the place of a selection; nothing where the text says that it was another place. */
function cut(shown: string, value: string, { start, end }: { start: number; end: number }): Parts | undefined {
  const [head, tail] = [shown.slice(0, start), shown.slice(end)]
  const isFound = value.length >= head.length + tail.length && value.startsWith(head) && value.endsWith(tail)
  return isFound ? { head, inserted: value.slice(head.length, value.length - tail.length), tail } : undefined
}

function cutOut(shown: string, value: string, at: number): Parts | undefined {
  const [head, tail] = [value.slice(0, at), value.slice(at)]
  return shown.startsWith(head) && shown.endsWith(tail) ? { head, inserted: '', tail } : undefined
}

/** An amount in nothing but digits and a decimal sign that all readers read alike; nothing where there is more to read. */
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
  // Where nothing is left of what the form wrote, a sign may be anything: it is read with the whole.
  const isOurs = before.written === undefined && around !== ''
  const isPlain = /^\d*$/.test(added) || added === '٫' || (isAgreed && added === point)
  const isFirst = around === '' && isPlain && !before.written
  if (!isPlain || !(isOurs || isFirst || /^\d*$/.test(latinDigits(around)))) return undefined
  const text = `${plain(head, point)}${added.replace(/[^\d]/, '.')}${plain(tail, point)}`
  if (!/^\d*\.?\d*$/.test(text) || text.length > maxText) return undefined
  return text.startsWith('.') ? `0${text}` : text.replace(/^0+(?=\d)/, '')
}
