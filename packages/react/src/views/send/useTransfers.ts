import { isOpen, type Transaction } from '@billfold/core/features/transactions/transactions'
import { useKit } from '../../hooks/KitContext.ts'
import { useSelect } from '../../hooks/useSelect.ts'

const lateMs = 600_000

/** The visitor's transfers that are on their way or have just settled, from whichever account and on whichever chain. */
export function useTransfers(kind: 'send' | 'swap'): readonly Transaction[] {
  const { clock } = useKit().ports
  return useSelect((state) =>
    state.transactions.filter((t) => t.kind === kind && (isOpen(t) || clock.now() - (t.settledAt ?? 0) < lateMs)),
  )
}
