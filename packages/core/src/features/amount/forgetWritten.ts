import type { AmountEntry } from '../../model/amount.ts'

/** Marks an amount as filled in by the form, replacing the visitor's text. */
export const forgetWritten = <Change extends Partial<AmountEntry>>(change: Change): Change =>
  'amount' in change && !('written' in change) ? { ...change, written: undefined } : change
