import type { Kit } from '../../kit.ts'
import { connectedAccount } from '../account/account.ts'

/** Closes the modal: what waits for approval is thereby cancelled. */
export function closeModal(kit: Kit): void {
  const { modal } = kit.store.get()
  if (!modal.open) return
  for (const { id } of modal.pending.toReversed()) kit.store.send({ type: 'modal/transactionCancelled', id })
  const rest = { name: connectedAccount(kit.store.get()) ? 'Account' : 'Connect' } as const
  kit.store.send({ type: 'modal/closed', rest })
}
