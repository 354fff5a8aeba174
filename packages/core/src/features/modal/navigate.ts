import type { Kit } from '../../kit.ts'
import type { View } from '../../model/modal.ts'
import { closeModal } from './closeModal.ts'

/** Navigates to a view; does nothing if it is current. */
export const push = (kit: Kit, view: View): void => kit.store.send({ type: 'modal/pushed', view })

export const replace = (kit: Kit, view: View): void => kit.store.send({ type: 'modal/replaced', view })

/** Shows a view without history. */
export const reset = (kit: Kit, view: View): void => kit.store.send({ type: 'modal/reset', view })

/** Goes back one view; closes the modal from the first. */
export function goBack(kit: Kit): void {
  if (kit.store.get().modal.history.length > 1) kit.store.send({ type: 'modal/wentBack' })
  else closeModal(kit)
}
