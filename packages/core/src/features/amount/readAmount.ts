import type { AmountProblem } from '../../model/amount.ts'
import { latinDigits } from './latinDigits.ts'
import { type Separators, separatorsOf } from './separatorsOf.ts'

/** A parsed amount: digits with at most one point, or a problem with the two possible readings. */
export type AmountReading = { amount: string } | { problem: AmountProblem; either?: readonly [string, string] }

/** Digits of the largest integer on any chain. */
const maxDigits = 78
/** Longer than any real amount. */
export const maxText = 400

/** Invisible direction and width marks. */
const unseen = /[\u200b-\u200f\u061c\u202a-\u202e\u2060\u2066-\u2069\ufeff]/gu
/** Signs that only ever group: spaces of any width, apostrophes, underscores, the Arabic thousands sign. */
const quiet = /[ \u00a0\u2000-\u200a\u202f\u205f\u3000'’‘ʼ＇`´_٬]/gu
/** The Arabic decimal sign; unambiguous. */
const arabicPoint = '٫'

/** Normalizes to Latin digits, points, commas and plain spaces. */
const tidy = (text: string): string =>
  latinDigits(text.replace(unseen, '').trim()).replace(quiet, ' ').replace(/[،，]/g, ',').replaceAll('．', '.').trim()

/**
 * The only parser of amounts: reads what a person would. `readers` are the page's language and the visitor's own; if
 * they disagree, the text is ambiguous.
 */
export function readAmount(text: string, readers: readonly string[]): AmountReading {
  if (text.length > maxText) return { problem: 'tooLarge' }
  const plain = tidy(text)
  if (/^[.,٫]?$/.test(plain)) return { amount: '' }
  if (/^[\d.,٫ ]*\de[+-]?\d+$/i.test(plain)) return { problem: 'exponent' }
  if (!/^[\d.,٫ ]*\d[\d.,٫ ]*$/.test(plain)) return { problem: 'notNumber' }
  const [, whole] = /^(.*\d)[.,٫]$/.exec(plain) ?? []
  if (whole === undefined) return readWhole(plain, readers)
  // A trailing sign that still awaits digits; none follow a fraction.
  const read = readWhole(whole, readers)
  return 'amount' in read && read.amount.includes('.') ? { problem: 'notNumber' } : read
}

function readWhole(plain: string, readers: readonly string[]): AmountReading {
  if (plain.includes(arabicPoint)) return toReading(parseWith(plain, { decimal: arabicPoint, groups: ' .,' }))
  const ways = readers.map(separatorsOf)
  const strict = ways.map((way) => parseWith(plain, { decimal: way.decimal, groups: ` ${way.group}` }))
  const read = [...new Set(strict.filter((one) => one !== undefined))]
  if (read.length > 0) return agree(read)
  // In no reader's notation: accept any country's, if only one number fits.
  const any = ['.,', ',.'].map(([decimal = '', group]) => parseWith(plain, { decimal, groups: ` ${group}` }))
  const doubt = doubtful(plain, ways)
  return doubt ?? agree([...new Set(any.filter((one) => one !== undefined))])
}

/** A sign that groups for one reader, followed by three digits: a mistyped large number, or a fraction. */
function doubtful(plain: string, ways: readonly Separators[]): AmountReading | undefined {
  const [, whole, sign, fraction] = /^([1-9]\d*)([.,])(\d{3})$/.exec(plain) ?? []
  if (whole === undefined || !ways.some(({ group }) => group === sign)) return undefined
  return { problem: 'ambiguous', either: [`${whole}${fraction}`, `${whole}.${fraction}`] }
}

function agree(read: readonly string[]): AmountReading {
  const [first, second] = read
  return first !== undefined && second !== undefined
    ? { problem: 'ambiguous', either: first.includes('.') ? [second, first] : [first, second] }
    : toReading(first)
}

/** The number with these decimal and group signs; undefined if invalid. */
function parseWith(plain: string, { decimal, groups }: { decimal: string; groups: string }): string | undefined {
  const [head = '', tail, ...more] = plain.split(decimal)
  const whole = ungrouped(head, groups)
  if (whole === undefined || more.length > 0) return undefined
  const digits = whole.replace(/^0+(?=\d)/, '') || '0'
  if (tail === undefined) return digits
  // Long fractions may be grouped by threes too.
  if (!/^(?:\d+|(?:\d{3} )+\d{1,3})$/.test(tail)) return undefined
  return `${digits}.${tail.replaceAll(' ', '')}`
}

/** Removes valid groups: of three, or Indian ones of two before the last three, all with one sign. */
function ungrouped(whole: string, signs: string): string | undefined {
  if (/^\d*$/.test(whole)) return whole
  const sign = /[^\d]/.exec(whole)?.[0] ?? ''
  const [first = '', ...rest] = whole.split(sign)
  const inner = rest.slice(0, -1)
  const isSound =
    signs.includes(sign) &&
    /^[1-9]\d{0,2}$/.test(first) &&
    /^\d{3}$/.test(rest.at(-1) ?? '') &&
    (inner.every((group) => /^\d{3}$/.test(group)) || inner.every((group) => /^\d{2}$/.test(group)))
  return isSound ? first + rest.join('') : undefined
}

function toReading(amount: string | undefined): AmountReading {
  if (amount === undefined) return { problem: 'notNumber' }
  const [whole = ''] = amount.split('.')
  return whole.length > maxDigits ? { problem: 'tooLarge' } : { amount }
}
