import { rememberFocus } from './focus.ts'
import { lockScroll } from './scrollLock.ts'

const shown = new WeakMap<HTMLDialogElement, () => void>()

/** Opens a dialog over the page; the returned function closes it. One that is open already stays as it is. */
export function showDialog(dialog: HTMLDialogElement): () => void {
  const known = shown.get(dialog)
  if (known) return known
  const giveFocusBack = rememberFocus(document)
  showAt(dialog, dialog.querySelector<HTMLElement>('.view'))
  // After the code that lays the dialog out: this measures, and forces no second layout.
  const unlock = lockScroll(document)
  const close = () => {
    if (!shown.delete(dialog)) return
    dialog.close()
    unlock()
    giveFocusBack()
  }
  shown.set(dialog, close)
  return close
}

/**
 * Opens a dialog with the focus on one of its parts: in one step if the browser can, otherwise after its own choice.
 */
function showAt(dialog: HTMLDialogElement, part: HTMLElement | null): void {
  part?.setAttribute('autofocus', '')
  dialog.showModal()
  part?.removeAttribute('autofocus')
  if (!part?.matches(':focus')) part?.focus({ preventScroll: true })
}
