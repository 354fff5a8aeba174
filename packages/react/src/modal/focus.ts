const focusable =
  'a[href], button:not(:disabled), input:not(:disabled), textarea:not(:disabled), [tabindex]:not([tabindex="-1"])'

/** The focused element, even inside open shadow roots. */
function deepActiveElement(document: Document): HTMLElement | undefined {
  let active = document.activeElement
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement
  return active instanceof HTMLElement && active !== document.body ? active : undefined
}

/** Everything in an element that Tab can reach, in order. */
const tabStops = (element: HTMLElement): HTMLElement[] =>
  [...element.querySelectorAll<HTMLElement>(focusable)].filter(
    (stop) => stop.tabIndex >= 0 && !stop.closest('[inert]') && stop.getClientRects().length > 0,
  )

/** Remembers who opened the dialog; the returned function gives the focus back to them, or to who took their place. */
export function rememberFocus(document: Document): () => void {
  const opener = deepActiveElement(document)
  const root = opener?.getRootNode()
  return () => {
    if (!opener) return
    if (opener.isConnected) return opener.focus({ preventScroll: true })
    // A button that changed its kind while the dialog was open: its successor lives in the same root.
    if (root instanceof ShadowRoot && root.host.isConnected)
      root.querySelector<HTMLElement>('button')?.focus({ preventScroll: true })
  }
}

/** Keeps Tab within an element. */
export function keepTabWithin(element: HTMLElement, event: KeyboardEvent): void {
  if (event.key !== 'Tab') return
  const stops = tabStops(element)
  const [first, last] = [stops[0], stops.at(-1)]
  const active = (element.getRootNode() as ShadowRoot | Document).activeElement
  const leaves = event.shiftKey ? active === first || !stops.includes(active as HTMLElement) : active === last
  if (!first || !last || !leaves) return
  event.preventDefault()
  ;(event.shiftKey ? last : first).focus()
}
