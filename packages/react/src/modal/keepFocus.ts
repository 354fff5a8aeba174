/** Whether a dialog of this root is open. */
export const isOpen = (root: ShadowRoot): boolean => root.querySelector('dialog[open]') !== null

/** The element with a handle in a part of the page; the handle may contain a wallet's own name. */
export const findHandle = (within: ParentNode, handle = ''): HTMLElement | null =>
  within.querySelector(`[data-testid="${CSS.escape(handle)}"]`)

/**
 * Keeps the focus in an open dialog. Removing, disabling or hiding the focused control would leave the keyboard
 * nowhere: a replacement with the same handle takes the focus, otherwise the view, which passes it back to a control
 * that can have it again. Only then: between two controls, the focus is nowhere for a moment.
 */
export function keepFocus(root: ShadowRoot, view: HTMLElement): () => void {
  let last: HTMLElement | undefined
  let isLent = false
  const remember = ({ target }: Event) => {
    isLent = false
    // With the view it may still be the last control's.
    if (target !== view) last = target as HTMLElement
  }
  const changes = new MutationObserver(() => {
    const { activeElement } = root
    if (!last || !isOpen(root) || (activeElement && activeElement !== last && activeElement !== view)) return
    if (!last.isConnected) {
      isLent = true
      last = findHandle(root, last.dataset.testid) ?? last
    }
    // One that is not in the page has no boxes.
    const isAble = !last.matches(':disabled') && last.getClientRects().length > 0
    if (isAble ? !isLent : activeElement === view) return
    ;(isAble ? last : view).focus({ preventScroll: true })
    isLent = !isAble
  })
  root.addEventListener('focusin', remember)
  changes.observe(root, { childList: true, subtree: true, attributeFilter: ['disabled'] })
  return () => {
    changes.disconnect()
    root.removeEventListener('focusin', remember)
  }
}
