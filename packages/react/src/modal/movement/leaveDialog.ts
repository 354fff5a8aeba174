import { easing, moveMs, paceOf } from './pace.ts'
import { isSheet } from './sheet.ts'
import { stillCopy } from './stillCopy.ts'

/** How fast a finger let go of a dialog's sheet, in px a millisecond. */
export const flings = new WeakMap<HTMLElement, number>()

/** Moves a copy of the whole dialog out the way it came, in the top layer like the dialog was. */
export function leaveDialog(dialog: HTMLElement): void {
  const into = dialog.parentElement
  const pace = paceOf(dialog)
  // A page that took the element away already has nothing to move.
  if (!dialog.isConnected || !into || pace === 0) return
  const { ownerDocument } = dialog
  const speed = flings.get(dialog) ?? 0
  flings.delete(dialog)
  const { height = 0 } = dialog.querySelector('.card')?.getBoundingClientRect() ?? {}
  const copy = stillCopy(dialog)
  const scroll = dialog.querySelector('.view')?.scrollTop ?? 0
  const shell = ownerDocument.createElement('div')
  shell.className = 'overlay'
  shell.inert = true
  shell.dataset.ghost = ''
  shell.setAttribute('popover', 'manual')
  shell.setAttribute('aria-hidden', 'true')
  shell.append(...copy.childNodes)
  into.append(shell)
  shell.showPopover()
  const view = shell.querySelector('.view')
  if (view && scroll > 0) view.scrollTop = scroll
  const sheet = isSheet()
  // A sheet that was thrown goes on at the finger's speed.
  const duration = (sheet ? Math.min(200, Math.max(90, speed > 0 ? height / speed : 200)) : moveMs) * pace
  const timing = { duration, easing: sheet ? 'cubic-bezier(0.3, 0, 0.8, 0.6)' : easing, fill: 'forwards' } as const
  shell.animate([{ opacity: 1 }, { opacity: 0 }], timing).onfinish = () => shell.remove()
  const card = shell.querySelector('.card')
  card?.animate([{}, { transform: sheet ? 'translateY(100%)' : 'translateY(8px) scale(0.985)' }], timing)
}

/** A dialog that opens again is alone. */
export function dropLeaving(dialog: HTMLElement): void {
  for (const shell of dialog.parentElement?.querySelectorAll(':scope > .overlay[data-ghost]') ?? []) shell.remove()
}
