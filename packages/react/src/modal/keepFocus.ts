/** Whether a dialog of this root is open. */
export const isOpen = (root: ShadowRoot): boolean => root.querySelector('dialog[open]') !== null

/**
 * Keeps the focus in an open dialog. A control that had it and is taken away, switched off or hidden would leave the keyboard
 * nowhere: the view takes it, and gives it back to a control that can have it again. Only then: on its way from one control to
 * the next, the focus is nowhere for a moment.
 */
export function keepFocus(root: ShadowRoot, view: HTMLElement): () => void {
  let last: HTMLElement | undefined
  let isLent = false
  const remember = ({ target }: Event) => {
    isLent = false
    // With the view it may still be the last control's.
    if (target instanceof HTMLElement && target !== view) last = target
  }
  const changes = new MutationObserver(() => {
    const { activeElement } = root
    if (!last || !isOpen(root) || (activeElement && activeElement !== last && activeElement !== view)) return
    const isAble = last.isConnected && !last.matches(':disabled') && last.getClientRects().length > 0
    if (isAble ? !isLent : activeElement === view) return
    const taker = isAble ? last : view
    taker.focus({ preventScroll: true })
    isLent = taker === view
  })
  root.addEventListener('focusin', remember)
  changes.observe(root, { childList: true, subtree: true, attributeFilter: ['disabled'] })
  return () => {
    changes.disconnect()
    root.removeEventListener('focusin', remember)
  }
}
