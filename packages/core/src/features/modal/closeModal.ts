import type { Kit } from '../../kit.ts'
import { connectedAccount } from '../account/account.ts'
import type { View } from './modal.ts'

/** Closes the modal: what waits for approval is thereby cancelled. */
export function closeModal(kit: Kit, { rest = restOf(kit) }: { rest?: View } = {}): void {
  const { modal } = kit.store.get()
  if (!modal.open) return
  for (const { id } of modal.pending.toReversed()) kit.store.send({ type: 'modal/transactionCancelled', id })
  kit.store.send({ type: 'modal/closed', rest })
}

const restOf = (kit: Kit): View => ({ name: connectedAccount(kit.store.get()) ? 'Account' : 'Connect' })
