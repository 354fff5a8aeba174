/** Functions that run in the page itself, from their source alone: they cannot use anything outside. */

export type ElementState = { x: number; y: number; text: string; value: string; attributes: Record<string, string> }

/**
 * The first element that matches a selector, in the document and in every open shadow tree, and whether a visitor could
 * use it.
 */
export function look(
  selector: string,
): (ElementState & { isVisible: boolean; isEnabled: boolean; isOnTop: boolean; isMoving: boolean }) | null {
  const roots: (Document | ShadowRoot)[] = [document]
  let element: Element | undefined
  for (const root of roots) {
    element = root.querySelector(selector) ?? undefined
    if (element) break
    for (const each of root.querySelectorAll('*')) if (each.shadowRoot) roots.push(each.shadowRoot)
  }
  if (!element) return null
  let { left, top, width, height } = element.getBoundingClientRect()
  if (left < 0 || top < 0 || left + width > innerWidth || top + height > innerHeight) {
    element.scrollIntoView({ block: 'center', behavior: 'instant' })
    ;({ left, top, width, height } = element.getBoundingClientRect())
  }
  const [x, y] = [left + width / 2, top + height / 2]
  let hit = document.elementFromPoint(x, y)
  while (hit?.shadowRoot && hit !== element) {
    const inner = hit.shadowRoot.elementFromPoint(x, y)
    if (!inner || inner === hit) break
    hit = inner
  }
  // From the hit element up to the wanted one, through the slots and hosts in between.
  let isOnTop = false
  for (let at: Node | null = hit; at && !isOnTop; at = at.parentNode ?? (at as ShadowRoot).host ?? null)
    isOnTop = at === element
  const root = element.getRootNode() as Document | ShadowRoot
  const isMoving = [document, root]
    .flatMap((each) => each.getAnimations())
    .some(({ playState, effect }) => {
      const end = effect?.getComputedTiming().endTime
      // An endless animation spins, or follows the scrolling.
      return playState === 'running' && typeof end === 'number' && end !== Infinity
    })
  const { visibility, opacity } = getComputedStyle(element)
  return {
    x,
    y,
    text: (element as HTMLElement).innerText ?? element.textContent ?? '',
    value: (element as HTMLInputElement).value ?? '',
    attributes: Object.fromEntries([...element.attributes].map(({ name, value }) => [name, value])),
    isVisible: width > 0 && height > 0 && visibility === 'visible' && opacity !== '0',
    isEnabled: !element.matches(':disabled, [aria-disabled=true]'),
    isOnTop,
    isMoving,
  }
}

/** A frame in the document or in an open shadow tree. */
export function findFrame(selector: string): HTMLIFrameElement | null {
  const roots: (Document | ShadowRoot)[] = [document]
  for (const root of roots) {
    const element = root.querySelector<HTMLIFrameElement>(selector)
    if (element) return element
    for (const each of root.querySelectorAll('*')) if (each.shadowRoot) roots.push(each.shadowRoot)
  }
  return null
}

/** Waits until the page has drawn twice: an animation that depends on a size begins in the frame after it. */
export const drawn = (): Promise<void> =>
  new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))

/** The test id of the focused element, inside every open shadow tree. */
export function focusedId(): string {
  let at = document.activeElement
  while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement
  return at?.getAttribute('data-testid') ?? at?.id ?? ''
}

/** The same as a developer reads it, for elements without a test id. */
export function focusedMarkup(): string {
  let at = document.activeElement
  while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement
  return `${at?.cloneNode(false) instanceof Element ? (at.cloneNode(false) as Element).outerHTML : 'nothing'}, ${document.hasFocus() ? 'in a window that has the focus' : 'in a window without the focus'}`
}

/** Records the page's errors from now on. */
export function watch(): void {
  const page = window as unknown as { wrongs?: string[] }
  if (page.wrongs) return
  const wrongs: string[] = []
  page.wrongs = wrongs
  document.addEventListener('securitypolicyviolation', (event) =>
    wrongs.push(`Policy violation: ${event.effectiveDirective} stopped ${event.blockedURI || 'inline'}`),
  )
  addEventListener('error', (event) => wrongs.push(`Uncaught: ${event.message}`))
  addEventListener('unhandledrejection', (event) => wrongs.push(`Uncaught: ${String(event.reason)}`))
}

/** The errors that `watch` has recorded. */
export const wrongs = (): string[] => (window as unknown as { wrongs?: string[] }).wrongs ?? []
