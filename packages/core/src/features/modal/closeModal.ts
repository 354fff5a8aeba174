import type { Kit } from '../../kit.ts'
import { connectedAccount } from '../../model/connectedAccount.ts'
import type { View } from '../../model/modal.ts'

/** Closes the modal, which cancels what its views wait for. */
export function closeModal(kit: Kit, { rest = restOf(kit) }: { rest?: View } = {}): void {
  if (kit.store.get().modal.open) kit.store.send({ type: 'modal/closed', rest })
}

const restOf = (kit: Kit): View => ({ name: connectedAccount(kit.store.get()) ? 'Account' : 'Connect' })
