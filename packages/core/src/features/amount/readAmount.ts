import { latinDigits } from './latinDigits.ts'
import { type Separators, separatorsOf } from './separatorsOf.ts'

/** Why a text is no amount that could be signed. */
export type AmountProblem = 'notNumber' | 'exponent' | 'ambiguous' | 'tooManyDecimals' | 'zero' | 'tooLarge'

/** What a text means, as digits and at most one point; or why no one can tell, with the two things it may mean. */
export type AmountReading = { amount: string } | { problem: AmountProblem; either?: readonly [string, string] }

/** As many digits as the largest whole number a chain can hold. */
const maxDigits = 78
/** Longer than any amount that is meant. */
export const maxText = 400

/** Marks of direction and width that no reader sees. */
const unseen = /[\u200b-\u200f\u061c\u202a-\u202e\u2060\u2066-\u2069\ufeff]/gu
/** What only ever groups: spaces of any width, apostrophes, the underscore of programmers, the Arabic thousands sign. */
const quiet = /[ \u00a0\u2000-\u200a\u202f\u205f\u3000'’‘ʼ＇`´_٬]/gu
/** The decimal sign of Arabic, which is never anything else. */
const arabicPoint = '٫'

/** A text in Latin digits with points, commas and plain spaces. */
const tidy = (text: string): string =>
  latinDigits(text.replace(unseen, '').trim()).replace(quiet, ' ').replace(/[،，]/g, ',').replaceAll('．', '.').trim()

/**
 * The one reader of amounts, whichever way they come: what a person who reads the text says it is. `readers` are the page's
 * language and the visitor's own; where they would say different numbers no one guesses.
 */
export function readAmount(text: string, readers: readonly string[]): AmountReading {
  if (text.length > maxText) return { problem: 'tooLarge' }
  const plain = tidy(text)
  if (/^[.,٫]?$/.test(plain)) return { amount: '' }
  if (/^[\d.,٫ ]*\de[+-]?\d+$/i.test(plain)) return { problem: 'exponent' }
  if (!/^[\d.,٫ ]*\d[\d.,٫ ]*$/.test(plain)) return { problem: 'notNumber' }
  const [, whole] = /^(.*\d)[.,٫]$/.exec(plain) ?? []
  if (whole === undefined) return readWhole(plain, readers)
  // A sign that still waits for its digits; after a fraction it has none to wait for.
  const read = readWhole(whole, readers)
  return 'amount' in read && read.amount.includes('.') ? { problem: 'notNumber' } : read
}

function readWhole(plain: string, readers: readonly string[]): AmountReading {
  if (plain.includes(arabicPoint)) return toReading(said(plain, { decimal: arabicPoint, groups: ' .,' }))
  const ways = readers.map(separatorsOf)
  const strict = ways.map((way) => said(plain, { decimal: way.decimal, groups: ` ${way.group}` }))
  const read = [...new Set(strict.filter((one) => one !== undefined))]
  if (read.length > 0) return agree(read)
  // In no one's own way: any country's, where it can only be one number.
  const any = ['.,', ',.'].map(([decimal = '', group]) => said(plain, { decimal, groups: ` ${group}` }))
  const doubt = doubtful(plain, ways)
  return doubt ?? agree([...new Set(any.filter((one) => one !== undefined))])
}

/** A sign that groups for one of the readers, with three digits after it: a slip in a large number, or a fraction. */
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

/** The number that a text is where these signs divide and group; nothing where it is none. */
function said(plain: string, { decimal, groups }: { decimal: string; groups: string }): string | undefined {
  const [head = '', tail, ...more] = plain.split(decimal)
  const whole = ungrouped(head, groups)
  if (whole === undefined || more.length > 0) return undefined
  const digits = whole.replace(/^0+(?=\d)/, '') || '0'
  if (tail === undefined) return digits
  // Long fractions are written in threes too.
  if (!/^(?:\d+|(?:\d{3} )+\d{1,3})$/.test(tail)) return undefined
  return `${digits}.${tail.replaceAll(' ', '')}`
}

/** Groups must be groups: of three, or as in India of two before the last three, and all by one sign. */
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
