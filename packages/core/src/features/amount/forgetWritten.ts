import type { AmountEntry } from './editAmount.ts'

/** A change to a form: an amount that is filled in for the visitor replaces the text the visitor wrote. */
export const forgetWritten = <Change extends Partial<AmountEntry>>(change: Change): Change =>
  'amount' in change && !('written' in change) ? { ...change, written: undefined } : change
