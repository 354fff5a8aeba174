import type { Transaction } from '@billfold/protocol/api/history'

type Side = 'in' | 'out'

/**
 * Which side of a trade a client wants first, so that it reads "this for that". AppKit before 1.7.11 shows transfers as they come, later
 * ones from the last to the first; anyone who names no version of it reads directions.
 */
export function firstSideOf(sv: string | undefined): Side | undefined {
  const [, minor, patch] = /-1\.(\d{1,3})\.(\d{1,4})$/.exec(sv ?? '') ?? []
  if (minor === undefined) return undefined
  return Number(minor) > 7 || (Number(minor) === 7 && Number(patch) >= firstReversed) ? 'in' : 'out'
}

const firstReversed = 11

/** A trade with one of its sides before the other; anything else as it is. */
export function orderSides(transaction: Transaction, first: Side | undefined): Transaction {
  if (first === undefined || transaction.metadata.operationType !== 'trade') return transaction
  const transfers = transaction.transfers.toSorted(
    (a, b) => Number(b.direction === first) - Number(a.direction === first),
  )
  return { ...transaction, transfers }
}
