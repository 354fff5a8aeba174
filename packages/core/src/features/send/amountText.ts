import { unitsOf } from '../transactions/unitsOf.ts'

/** An amount as the visitor's form keeps it: digits, at most one point, nothing else. What is shown is grouped; what is kept is not. */
export type AmountProblem = 'none' | 'notNumber' | 'exponent' | 'ambiguous' | 'tooManyDecimals' | 'zero' | 'tooLarge'

/** As many digits as the largest whole number a chain can hold, and a fraction as long again. */
const maxDigits = 78

export type Separators = { decimal: string; group: string }

/** How a language writes numbers. */
export function separatorsOf(locale: string): Separators {
  const parts = new Intl.NumberFormat(locale, { numberingSystem: 'latn', useGrouping: true }).formatToParts(1234567.5)
  const find = (type: string) => parts.find((part) => part.type === type)?.value
  return { decimal: find('decimal') ?? '.', group: find('group') ?? ',' }
}

/** The digits of other scripts, and the signs that Arabic has of its own, as those that amounts are kept in. */
function latin(text: string): string {
  return text
    .replace(/\p{Nd}/gu, (digit) => {
      const code = digit.codePointAt(0) ?? 0
      // Each script's ten digits stand in a row, their zero at a multiple of ten above a block of sixteen.
      for (let zero = code; zero > code - 10; zero--)
        if (!/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) return String(code - zero)
      return String((code - 0x1d7ce) % 10)
    })
    .replaceAll('٫', '.')
    .replaceAll('٬', '')
}

/** Spaces of any width and apostrophes only ever group. */
const quietGroups = /[\s\u00a0\u2009\u202f'’_]/gu

/** What a pasted text means, or why nobody can tell. A sign that groups in one country and divides in another is not guessed at. */
export function readPasted(text: string, locale: string): { amount: string } | { problem: AmountProblem } {
  const plain = latin(text.trim()).replace(quietGroups, '')
  if (plain === '') return { problem: 'none' }
  if (/^\d[\d.,]*e[+-]?\d+$/i.test(plain)) return { problem: 'exponent' }
  if (!/^[\d.,]*\d[\d.,]*$/.test(plain)) return { problem: 'notNumber' }
  const points = [...plain].filter((sign) => sign === '.' || sign === ',')
  const last = points.at(-1)
  if (last === undefined) return toAmount(plain, '')
  const kinds = new Set(points)
  if (kinds.size === 1 && points.length > 1) return grouped(plain, last, '')
  const at = plain.lastIndexOf(last)
  const [whole, fraction] = [plain.slice(0, at), plain.slice(at + 1)]
  if (kinds.size === 2) {
    const other = last === '.' ? ',' : '.'
    return fraction.includes(other) || whole.includes(last) ? { problem: 'notNumber' } : grouped(whole, other, fraction)
  }
  const isOwn = last === separatorsOf(locale).decimal
  if (!isOwn && /^[1-9]\d{0,2}$/.test(whole) && fraction.length === 3) return { problem: 'ambiguous' }
  return toAmount(whole, fraction)
}

/** Groups must be groups: of three, or as in India of two before the last three. */
function grouped(whole: string, sign: string, fraction: string): { amount: string } | { problem: AmountProblem } {
  const groups = whole.split(sign)
  const isSound = /^\d{1,3}$/.test(groups[0] ?? '') && groups.at(-1)?.length === 3 && groups.length > 1
  const inner = groups.slice(1, -1)
  const isRegular = inner.every((g) => g.length === 3) || inner.every((g) => g.length === 2)
  return isSound && isRegular ? toAmount(groups.join(''), fraction) : { problem: 'notNumber' }
}

function toAmount(whole: string, fraction: string): { amount: string } | { problem: AmountProblem } {
  if (whole.length > maxDigits || fraction.length > maxDigits) return { problem: 'tooLarge' }
  const digits = whole.replace(/^0+(?=\d)/, '') || '0'
  return { amount: fraction ? `${digits}.${fraction}` : digits }
}

/**
 * What the form keeps after a key was pressed in the grouped text. The groups are ours, so a point or comma that is typed
 * can only mean the decimal sign, in every language; a second one, and anything else, is not taken.
 */
export function readTyped(
  raw: string,
  { locale, typed, caret }: { locale: string; typed?: string | null; caret: number },
): string {
  const { decimal, group } = separatorsOf(locale)
  const isSign = typed === '.' || typed === ',' || typed === '٫'
  const marks = [...raw].map((sign, at) => {
    if (isSign && at === caret - 1) return '.'
    if (sign === decimal) return '.'
    return sign === group ? '' : latin(sign)
  })
  const clean = marks.map((sign) => (/^[\d.]$/.test(sign) ? sign : '')).join('')
  const [whole = '', ...rest] = clean.split('.')
  const short = whole.replace(/^0+(?=\d)/, '').slice(0, maxDigits)
  return clean.includes('.') ? `${short || '0'}.${rest.join('').slice(0, maxDigits)}` : short
}

/** The kept text as the language groups it, to the last digit. */
export function groupAmount(amount: string, locale: string): string {
  const [whole = '', fraction] = amount.split('.')
  const { decimal } = separatorsOf(locale)
  const head =
    whole && new Intl.NumberFormat(locale, { numberingSystem: 'latn', maximumFractionDigits: 0 }).format(BigInt(whole))
  return fraction === undefined ? head : `${head}${decimal}${fraction}`
}

/** The kept text as a whole number of smallest units, exactly, or what is wrong with it. */
export function toUnits(amount: string, decimals: number): { units: bigint } | { problem: AmountProblem } {
  if (amount === '') return { problem: 'none' }
  // A point that waits for its digits is no mistake yet.
  const units = unitsOf(amount.replace(/\.$/, ''), decimals)
  if (units === undefined) {
    if (/^\d+\.\d+$/.test(amount)) return { problem: 'tooManyDecimals' }
    return { problem: /e/i.test(amount) ? 'exponent' : 'notNumber' }
  }
  if (units === 0n) return { problem: 'zero' }
  return units >= 2n ** 256n ? { problem: 'tooLarge' } : { units }
}
