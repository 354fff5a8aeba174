import { caipAddressOf } from '@billfold/core/model/connectedAccount'
import { useSelect } from '../../hooks/useSelect.ts'
import { ActivityList } from './ActivityList.tsx'

/** The account's activity as a view of its own. */
export function TransactionsView() {
  const caip = useSelect((state) => caipAddressOf(state))
  return caip ? (
    <div className="stack">
      <ActivityList caip={caip} page />
    </div>
  ) : null
}
