import type { AmountEntry, AmountProblem } from '../../model/amount.ts'
import { toUnits } from './toUnits.ts'

/** A form's amount in smallest units, or why it is invalid. */
export type AmountUnits = { units: bigint } | { problem: AmountProblem | 'none'; either?: readonly [string, string] }

/** A form's amount in smallest units of a token. */
export function entryUnits({ amount, written }: AmountEntry, decimals: number): AmountUnits {
  if (!written?.problem) return toUnits(amount, decimals)
  return { problem: written.problem, ...(written.either ? { either: written.either } : {}) }
}
