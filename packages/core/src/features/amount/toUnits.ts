import { unitsOf } from '../transactions/unitsOf.ts'
import type { AmountProblem } from './readAmount.ts'

/** The kept amount as a whole number of smallest units, exactly, or what is wrong with it. */
export function toUnits(amount: string, decimals: number): { units: bigint } | { problem: AmountProblem | 'none' } {
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
