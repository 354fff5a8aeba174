import type { AmountEntry, AmountProblem } from '../../model/amount.ts'
import { unitsOf } from '../transactions/unitsOf.ts'

/** A form's amount in smallest units, or why it is invalid. */
export type AmountUnits = { units: bigint } | { problem: AmountProblem | 'none'; either?: readonly [string, string] }

/** A form's amount in smallest units of a token. */
export function entryUnits({ amount, written }: AmountEntry, decimals: number): AmountUnits {
  if (!written?.problem) return toUnits(amount, decimals)
  return { problem: written.problem, ...(written.either ? { either: written.either } : {}) }
}

/** Converts to smallest units exactly, or reports the problem. */
export function toUnits(amount: string, decimals: number): { units: bigint } | { problem: AmountProblem | 'none' } {
  if (amount === '') return { problem: 'none' }
  // A trailing point is not an error yet.
  const units = unitsOf(amount.replace(/\.$/, ''), decimals)
  if (units === undefined) {
    if (/^\d+\.\d+$/.test(amount)) return { problem: 'tooManyDecimals' }
    return { problem: /e/i.test(amount) ? 'exponent' : 'notNumber' }
  }
  if (units === 0n) return { problem: 'zero' }
  return units >= 2n ** 256n ? { problem: 'tooLarge' } : { units }
}
