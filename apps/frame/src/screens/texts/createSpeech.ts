import { decimalOf } from '@billfold/protocol/decimalOf'
import { fillMessage } from '@billfold/protocol/fillMessage'
import type en from './catalogs/en.json'

/** The keys of the English catalog. */
export type TextKey = keyof typeof en
export type Texts = Readonly<Record<TextKey, string>>

/** How the page speaks: its texts, and amounts and dates as its language writes them. */
export type Speech = {
  say(key: TextKey, values?: Readonly<Record<string, string>>): string
  /** Exact: no digit of an amount is left out. */
  amount(amount: bigint, decimals: number): string
  date(time: number): string
}

export function createSpeech(texts: Texts, tag: string): Speech {
  return {
    // A value may read in the opposite direction of its sentence.
    say: (key, values = {}) => fillMessage(texts[key], (name) => `\u2068${values[name] ?? ''}\u2069`),
    amount(amount, decimals) {
      const exact = decimalOf({ amount, decimals })
      const digits = exact.split('.')[1]?.length ?? 0
      // The digits of addresses, in every language.
      const format = new Intl.NumberFormat(tag, {
        numberingSystem: 'latn',
        minimumFractionDigits: digits,
        maximumFractionDigits: digits,
      })
      return format.format(exact as unknown as number)
    },
    date: (time) =>
      new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeStyle: 'short', numberingSystem: 'latn' }).format(time),
  }
}
