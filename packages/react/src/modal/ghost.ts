/** A still copy of what leaves the screen, so that it can move out while the real thing is already gone. */
export function ghostOf(element: HTMLElement): HTMLElement {
  const ghost = element.cloneNode(true) as HTMLElement
  ghost.inert = true
  ghost.dataset.ghost = ''
  ghost.setAttribute('aria-hidden', 'true')
  for (const node of [ghost, ...ghost.querySelectorAll('*')])
    for (const name of ['id', 'data-testid', 'aria-labelledby', 'aria-describedby', 'name', 'popover', 'role'])
      node.removeAttribute(name)
  return ghost
}
