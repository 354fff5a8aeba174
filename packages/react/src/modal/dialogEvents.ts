import { closeModal } from '@billfold/core/features/modal/closeModal'
import type { Kit } from '@billfold/core/kit'
import { keepTabWithin } from './focus.ts'

/** React's events and the browser's. */
type DialogEvent = Pick<Event, 'preventDefault'> & { currentTarget: EventTarget; target: EventTarget }
type DialogKey = DialogEvent & Pick<KeyboardEvent, 'key' | 'shiftKey'>

/** The handlers of a dialog's own events: all ways to close it, and Tab. */
export function dialogEvents(kit: Kit) {
  let pressed: EventTarget | undefined
  // A phone's back gesture asks to cancel; a browser that insists closes without asking.
  const onCancel = (event: DialogEvent) => {
    event.preventDefault()
    closeModal(kit)
  }
  return {
    onCancel,
    onKeyDown(event: DialogKey) {
      keepTabWithin(event.currentTarget as HTMLElement, event)
      if (event.key === 'Escape') onCancel(event)
    },
    onClose({ currentTarget }: DialogEvent) {
      if (!kit.store.get().modal.open) return
      closeModal(kit)
      if (kit.store.get().modal.open) (currentTarget as HTMLDialogElement).showModal()
    },
    onMouseDown: ({ target }: DialogEvent) => void (pressed = target),
    // Pressed and let go on what is around the card.
    onClick: ({ target, currentTarget }: DialogEvent) =>
      void (target === currentTarget && pressed === target && closeModal(kit)),
  }
}
