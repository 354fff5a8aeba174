import type { Transaction } from '@billfold/protocol/api/history'
import { stockVersion, stockVersionOf } from './stockVersion.ts'

type Side = 'in' | 'out'

/**
 * The side of a trade that a client wants first, so that it reads "this for that". AppKit before 1.7.11 shows transfers
 * in order, later versions in reverse; a client without a version reads directions.
 */
export function firstSideOf(sv: string | undefined): Side | undefined {
  const version = stockVersionOf(sv)
  if (version === undefined) return undefined
  return version >= stockVersion(7, 11) ? 'in' : 'out'
}

/** Puts one side of a trade first; leaves anything else unchanged. */
export function orderSides(transaction: Transaction, first: Side | undefined): Transaction {
  if (first === undefined || transaction.metadata.operationType !== 'trade') return transaction
  const transfers = transaction.transfers.toSorted(
    (a, b) => Number(b.direction === first) - Number(a.direction === first),
  )
  return { ...transaction, transfers }
}
