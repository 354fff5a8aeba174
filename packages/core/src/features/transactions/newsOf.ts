import type { TransactionStatus } from '../../chains/transfers.ts'
import {
  type Ending,
  findTransaction,
  type Outcome,
  type Transaction,
  type TransactionEvent,
} from '../../model/transactions.ts'

/** The result of polling a transaction; `isOver` once it is settled. */
export type News = { event?: TransactionEvent; isOver: boolean }

/** Compares a transaction with its latest status on chain. */
export function newsOf(
  { hash, status, ...before }: Transaction,
  sighting: TransactionStatus,
  others: readonly Transaction[],
  at: number,
): News {
  // The visitor's own replacement is tracked and reported by itself.
  const isOwn = (by?: string) => by !== undefined && findTransaction(others, by) !== undefined
  const settled = (outcome: Outcome, isFinal: boolean, ending: Ending = {}): News => {
    const { replacedBy, arrived = before.arrived } = ending
    const isNew = status !== outcome || replacedBy !== before.replacedBy || arrived !== before.arrived
    if (isNew)
      return {
        event: { type: 'transaction/settled', hash, outcome, at, ...ending, isRecallable: !isFinal },
        isOver: isFinal,
      }
    return isFinal ? { event: { type: 'transaction/finalized', hash }, isOver: true } : { isOver: false }
  }
  switch (sighting.state) {
    case 'unknown':
      return { isOver: false }
    case 'pending': {
      const { trace, altered, by } = sighting
      if (status === 'replaced' && isOwn(by)) return { isOver: false }
      return { event: { type: 'transaction/seen', hash, trace, altered }, isOver: false }
    }
    case 'included': {
      const { succeeded, isFinal, altered, refusal, arrived } = sighting
      return settled(succeeded ? 'confirmed' : 'failed', isFinal, { altered, refusal, arrived })
    }
    case 'expired':
      return settled('expired', true)
    case 'replaced': {
      const { by, same, succeeded, isFinal, arrived } = sighting
      // A sped-up transfer is still the same transfer.
      const isOther = !same || succeeded === undefined || isOwn(by)
      return settled(isOther ? 'replaced' : succeeded ? 'confirmed' : 'failed', isFinal, { arrived, replacedBy: by })
    }
    case 'overtaken':
      if (status === 'overtaken') return { isOver: false }
      return { event: { type: 'transaction/settled', hash, outcome: 'overtaken', at }, isOver: false }
  }
}
