import type { Transaction } from '@billfold/core/model/transactions'
import type { RingState } from '../../ui/Ring.tsx'

const rings: Record<Transaction['status'], RingState> = {
  pending: 'waiting',
  confirmed: 'done',
  failed: 'failed',
  replaced: 'caution',
  expired: 'caution',
  missing: 'caution',
  overtaken: 'caution',
  lapsed: 'caution',
}

/** The ring's state for a transaction; an altered one was never the shown one, whatever its outcome. */
export const transactionRing = ({ status, altered }: Pick<Transaction, 'status' | 'altered'>): RingState =>
  altered ? 'caution' : rings[status]
