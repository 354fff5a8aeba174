import { closeModal } from '@billfold/core/features/modal/closeModal'
import { useKit } from '../../hooks/KitContext.ts'
import { AccountList } from './AccountList.tsx'

/** Chooses among the addresses the wallet shares. */
export function SwitchAddressView() {
  const kit = useKit()
  return (
    <div className="stack">
      <AccountList onChosen={() => closeModal(kit)} />
    </div>
  )
}
