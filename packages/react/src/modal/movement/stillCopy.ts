/** A still copy of what leaves the screen, so that it can move out while the real thing is already gone. */
export function stillCopy(element: HTMLElement): HTMLElement {
  const copy = element.cloneNode(true) as HTMLElement
  copy.inert = true
  copy.dataset.ghost = ''
  copy.setAttribute('aria-hidden', 'true')
  for (const node of [copy, ...copy.querySelectorAll('*')])
    for (const name of ['id', 'data-testid', 'aria-labelledby', 'aria-describedby', 'name', 'popover', 'role'])
      node.removeAttribute(name)
  return copy
}
