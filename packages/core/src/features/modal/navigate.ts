import type { Kit } from '../../kit.ts'
import { closeModal } from './closeModal.ts'
import type { View } from './modal.ts'

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
