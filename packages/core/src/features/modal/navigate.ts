import type { Kit } from '../../kit.ts'
import { closeModal } from './closeModal.ts'
import type { PendingTransaction, View } from './modal.ts'

/** Goes on to a view; nothing happens when it is the present one. */
export const push = (kit: Kit, view: View): void => kit.store.send({ type: 'modal/pushed', view })

/** Shows a view in place of the present one. */
export const replace = (kit: Kit, view: View): void => kit.store.send({ type: 'modal/replaced', view })

/** Shows a view with nothing behind it. */
export const reset = (kit: Kit, view: View): void => kit.store.send({ type: 'modal/reset', view })

/** Goes one view back, or out of the modal from the first. */
export function goBack(kit: Kit): void {
  if (kit.store.get().modal.history.length > 1) kit.store.send({ type: 'modal/wentBack' })
  else closeModal(kit)
}

/** Goes back to an earlier view by its place in the history. */
export const goBackToIndex = (kit: Kit, index: number): void => kit.store.send({ type: 'modal/wentBackToIndex', index })

/** Notes where to go once something the visitor must approve is approved or not. */
export const startTransaction = (kit: Kit, transaction: PendingTransaction): void =>
  kit.store.send({ type: 'modal/transactionStarted', transaction })
