const viewMs = 150
const easing = 'cubic-bezier(0.2, 0, 0, 1)'
const step = 24

/** Forward comes from the end side and leaves to the start side; back the other way; mirrored where reading is. */
function shift(element: Element, direction: 'next' | 'prev', moment: 'enter' | 'leave'): string {
  if (reducedMotion()) return 'none'
  const rtl = getComputedStyle(element).direction === 'rtl'
  const sign = (direction === 'next' ? 1 : -1) * (moment === 'enter' ? 1 : -1) * (rtl ? -1 : 1)
  return `translateX(${sign * step}px)`
}

/** Moves a view in. */
export function enterView(element: HTMLElement, direction: 'next' | 'prev'): void {
  const from = { opacity: 0, transform: shift(element, direction, 'enter') }
  element.animate([from, { opacity: 1, transform: 'none' }], { duration: viewMs, easing })
}

/** Moves a copy of a view out; the view itself may go at once. */
export function leaveView(element: HTMLElement, ghosts: Element, direction: 'next' | 'prev'): void {
  const ghost = ghostOf(element)
  const { scrollTop } = element
  ghosts.replaceChildren(ghost)
  ghost.scrollTop = scrollTop
  const to = { opacity: 0, transform: shift(ghosts, direction, 'leave') }
  ghost.animate([{ opacity: 1, transform: 'none' }, to], { duration: viewMs, easing, fill: 'forwards' }).onfinish =
    () => ghost.remove()
}

/** Lets a box follow its content from the height it had to the one it has, and says which that is. */
export function followHeight(element: HTMLElement, before: number): number {
  const running = element.getAnimations()
  const from = running.length > 0 ? element.offsetHeight : before
  for (const animation of running) animation.cancel()
  delete element.dataset.moving
  const to = element.offsetHeight
  if (from === 0 || from === to || reducedMotion()) return to
  // While it moves the content keeps its own height, or it would seem to scroll, and the place of a scroll bar, or it would be
  // laid out again for that moment.
  const view = element.firstElementChild as HTMLElement
  element.dataset.moving = view.offsetWidth > view.clientWidth ? 'bar' : ''
  const animation = element.animate([{ blockSize: `${from}px` }, { blockSize: `${to}px` }], {
    duration: viewMs,
    easing,
  })
  animation.onfinish = () => delete element.dataset.moving
  return to
}

/** Fades a copy of the whole dialog out, in the top layer like the dialog was. */
export function fadeOut(element: HTMLElement, into: ParentNode): void {
  // A page that took the element away already has nothing to fade.
  if (!element.isConnected) return
  const ghost = ghostOf(element)
  const shell = element.ownerDocument.createElement('div')
  shell.className = 'overlay'
  shell.inert = true
  shell.dataset.ghost = ''
  shell.setAttribute('popover', 'manual')
  shell.setAttribute('aria-hidden', 'true')
  shell.append(...ghost.childNodes)
  into.append(shell)
  shell.showPopover()
  shell.animate([{ opacity: 1 }, { opacity: 0 }], { duration: viewMs, easing, fill: 'forwards' }).onfinish = () =>
    shell.remove()
}

/** A still copy of what leaves the screen, so that it can move out while the real thing is already gone. */
function ghostOf(element: HTMLElement): HTMLElement {
  const ghost = element.cloneNode(true) as HTMLElement
  ghost.inert = true
  ghost.dataset.ghost = ''
  ghost.setAttribute('aria-hidden', 'true')
  for (const node of [ghost, ...ghost.querySelectorAll('*')])
    for (const name of ['id', 'data-testid', 'aria-labelledby', 'aria-describedby', 'name', 'popover', 'role'])
      node.removeAttribute(name)
  return ghost
}

/** Whether the visitor prefers reduced motion. */
const reducedMotion = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches
