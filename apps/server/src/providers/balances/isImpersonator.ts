import type { TokenFacts } from './createTokenFacts.ts'

/** Names that are addresses of sites: tokens sent to thousands so that someone goes there. */
const address =
  /https?:|www\.|t\.me\/|(?<=\w[\w-]{1,60})\.(?:com|org|net|io|xyz|app|site|top|vip|finance|claims?|gift|link|cc|me)\b/i
const lure = /\b(?:claim|airdrop|reward|visit|voucher|redeem)\b/i

/**
 * Whether a token that is on no list came to be mistaken for something: it carries a link, or the name of one that is listed.
 * Such a token is not shown as money.
 */
export function isImpersonator({ name, symbol }: TokenFacts, listedSymbols: ReadonlySet<string>): boolean {
  const text = `${name} ${symbol}`
  return address.test(text) || lure.test(text) || listedSymbols.has(skeletonOf(symbol))
}

/** The symbols a newcomer must not look like. */
export function symbolsOf(symbols: Iterable<string>): Set<string> {
  return new Set([...symbols].map(skeletonOf))
}

const twins: Readonly<Record<string, string>> = {
  А: 'A',
  В: 'B',
  С: 'C',
  Е: 'E',
  Н: 'H',
  І: 'I',
  К: 'K',
  М: 'M',
  О: 'O',
  Р: 'P',
  Ѕ: 'S',
  Т: 'T',
  Х: 'X',
  У: 'Y',
  Α: 'A',
  Β: 'B',
  Ε: 'E',
  Ζ: 'Z',
  Η: 'H',
  Ι: 'I',
  Κ: 'K',
  Μ: 'M',
  Ν: 'N',
  Ο: 'O',
  Ρ: 'P',
  Τ: 'T',
  Υ: 'Y',
  Χ: 'X',
  0: 'O',
  1: 'I',
  L: 'I',
  $: 'S',
  5: 'S',
  '₮': 'T',
  '₿': 'B',
  Ð: 'D',
}

/** A symbol as a hurried eye reads it: case, accents, spaces and letters of other alphabets do not count. */
function skeletonOf(symbol: string): string {
  const plain = symbol
    .normalize('NFKD')
    .toUpperCase()
    .replace(/[\p{M}\s_\-–—'’*]/gu, '')
  return [...plain].map((letter) => twins[letter] ?? letter).join('')
}
