import { isImpersonator } from '../balances/isImpersonator.ts'

/** Collections are called as they like: no one takes one for a coin. */
const noSymbols: ReadonlySet<string> = new Set()

/** Without a name, or with one that is an address on the web or a promise. */
export const hasSpamName = (name: string): boolean =>
  name === '' || isImpersonator({ name, symbol: '', decimals: 0 }, noSymbols)
