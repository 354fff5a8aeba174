import { connectedAccount } from '@billfold/core/model/connectedAccount'
import { isOpen, isUndecided, type Transaction } from '@billfold/core/model/transactions'
import { parseCaipNetworkId } from '@billfold/protocol/caip'
import { sameAddress } from '@billfold/protocol/sameAddress'
import { useKit } from '../../hooks/KitContext.ts'
import { useSelect } from '../../hooks/useSelect.ts'

const lateMs = 600_000

/**
 * The transfers of the account shown that are on their way, have just settled, or whose end is not known, on whichever of its chains;
 * approvals while they wait, since what comes of them is a swap or a line of the activity.
 */
export function useTransfers(...kinds: readonly Transaction['kind'][]): readonly Transaction[] {
  const { clock } = useKit().ports
  return useSelect((state) => {
    const account = connectedAccount(state)
    const { activeNamespace } = state.network
    return state.transactions.filter(
      (t) =>
        kinds.includes(t.kind) &&
        parseCaipNetworkId(t.networkId).namespace === activeNamespace &&
        sameAddress(t.networkId, t.from, account?.address) &&
        (t.kind === 'approval'
          ? t.status === 'pending'
          : isOpen(t) || isUndecided(t) || clock.now() - (t.settledAt ?? 0) < lateMs),
    )
  })
}
