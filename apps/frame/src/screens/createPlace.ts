import { element } from './element.ts'

/** Where screens are put: one at a time, its title focused, so that it is read out and Enter presses nothing. */
export type Place = { put(screen: HTMLElement): void; clear(): void }

export function createPlace(root: HTMLElement): Place {
  // The dialog around this page does not hear the keys that are pressed in it.
  root.ownerDocument.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') root.querySelector<HTMLElement>('[data-exit]')?.click()
  })
  return {
    put(screen) {
      root.replaceChildren(screen)
      screen.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true })
    },
    clear: () => root.replaceChildren(),
  }
}

type Parts = { title: string; body: readonly (Node | string)[]; actions: readonly HTMLElement[] }

/** A screen: its title, what scrolls, and what can be done, always in sight. */
export function screenOf({ title, body, actions }: Parts): HTMLElement {
  return element(
    'main',
    { class: 'screen', 'aria-labelledby': 'title' },
    element('h1', { id: 'title', tabindex: '-1' }, title),
    element('div', { class: 'body', tabindex: '0', role: 'region', 'aria-labelledby': 'title' }, ...body),
    element('footer', { class: 'actions' }, ...actions),
  )
}
