import { isEnded, purchasesOf } from '@billfold/core/features/onramp/onramp'
import { connectedAccount } from '@billfold/core/model/connectedAccount'
import type { Purchase } from '@billfold/core/model/onramp'
import { useKit } from '../../hooks/KitContext.ts'
import { useSelect } from '../../hooks/useSelect.ts'
import { PurchaseRow } from './PurchaseRow.tsx'
import { useOnramp } from './useOnramp.ts'

const lateMs = 600_000
const maxUnpaid = 1

/** The account's purchases that are on their way or have just ended: a way back to each. */
export function BuyRows() {
  const { clock } = useKit().ports
  const onramp = useOnramp()
  const namespace = useSelect((state) => state.network.activeNamespace)
  const address = useSelect((state) => connectedAccount(state)?.address)
  if (address === undefined) return null
  const isFresh = ({ order }: Purchase) => clock.now() - Date.parse(order.changedAt) < lateMs
  let unpaid = 0
  // A visitor who opens many payment pages pays on one: of the unpaid ones the last is enough.
  const shown = purchasesOf(onramp, { namespace, address }).filter((each) => {
    if (each.isDismissed) return false
    if (each.order.status === 'created') return ++unpaid <= maxUnpaid
    return !isEnded(each.order) || (isFresh(each) && each.order.status !== 'expired')
  })
  if (shown.length === 0) return null
  return (
    <ul className="rows" data-testid="buy-rows">
      {shown.map((each) => (
        <li key={each.order.id}>
          <PurchaseRow purchase={each} canDismiss />
        </li>
      ))}
    </ul>
  )
}
