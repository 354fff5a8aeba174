import { isOpen, type Transaction } from '@billfold/core/features/transactions/transactions'
import { useKit } from '../../hooks/KitContext.ts'
import { useSelect } from '../../hooks/useSelect.ts'

const lateMs = 600_000

/**
 * The visitor's transfers that are on their way or have just settled, from whichever account and on whichever chain; approvals while they
 * wait, since what comes of them is a swap or a line of the activity.
 */
export function useTransfers(...kinds: readonly Transaction['kind'][]): readonly Transaction[] {
  const { clock } = useKit().ports
  return useSelect((state) =>
    state.transactions.filter(
      (t) =>
        kinds.includes(t.kind) &&
        (t.kind === 'approval' ? t.status === 'pending' : isOpen(t) || clock.now() - (t.settledAt ?? 0) < lateMs),
    ),
  )
}
