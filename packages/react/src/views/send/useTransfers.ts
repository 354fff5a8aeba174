import { connectedAccount } from '@billfold/core/features/account/account'
import { isOpen, type Transaction } from '@billfold/core/features/transactions/transactions'
import { useKit } from '../../hooks/KitContext.ts'
import { useSelect } from '../../hooks/useSelect.ts'

const lateMs = 600_000

/** The transfers of the account shown, on its chain, that are on their way or have just settled. */
export function useTransfers(): readonly Transaction[] {
  const { clock } = useKit().ports
  return useSelect((state) => {
    const account = connectedAccount(state)
    return state.transactions.filter(
      (t) =>
        t.networkId === account?.networkId &&
        account.accounts.includes(t.call.from) &&
        t.kind === 'send' &&
        (isOpen(t) || clock.now() - (t.settledAt ?? 0) < lateMs),
    )
  })
}
