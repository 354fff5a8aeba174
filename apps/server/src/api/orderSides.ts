import type { Transaction } from '@billfold/protocol/api/history'
import { stockVersion, stockVersionOf } from './stockVersion.ts'

type Side = 'in' | 'out'

/**
 * Which side of a trade a client wants first, so that it reads "this for that". AppKit before 1.7.11 shows transfers as they come, later
 * ones from the last to the first; anyone who names no version of it reads directions.
 */
export function firstSideOf(sv: string | undefined): Side | undefined {
  const version = stockVersionOf(sv)
  if (version === undefined) return undefined
  return version >= stockVersion(7, 11) ? 'in' : 'out'
}

/** A trade with one of its sides before the other; anything else as it is. */
export function orderSides(transaction: Transaction, first: Side | undefined): Transaction {
  if (first === undefined || transaction.metadata.operationType !== 'trade') return transaction
  const transfers = transaction.transfers.toSorted(
    (a, b) => Number(b.direction === first) - Number(a.direction === first),
  )
  return { ...transaction, transfers }
}
