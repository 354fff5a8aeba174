import type { AmountProblem } from '../../model/amount.ts'
import { unitsOf } from '../transactions/unitsOf.ts'

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
