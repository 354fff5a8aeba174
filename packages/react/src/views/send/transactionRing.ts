import type { Transaction } from '@billfold/core/features/transactions/transactions'
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

/** How the ring around a transaction stands; whatever became of one that was altered, it was not what was shown. */
export const transactionRing = ({ status, altered }: Pick<Transaction, 'status' | 'altered'>): RingState =>
  altered ? 'caution' : rings[status]
