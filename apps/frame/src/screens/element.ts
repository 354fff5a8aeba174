type Attributes = Readonly<Record<string, string | boolean | ((event: Event) => void) | undefined>>
type Child = Node | string | undefined | false

/** Creates an element. Strings become text and functions listeners: nothing is ever parsed as markup. */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') made.addEventListener(name, value)
    else if (value === true) made.setAttribute(name, '')
    else if (typeof value === 'string') made.setAttribute(name, value)
  }
  made.append(...children.filter((child) => child !== undefined && child !== false))
  return made
}

export const button = (text: string, press: () => void, kind = 'plain'): HTMLButtonElement =>
  element('button', { type: 'button', class: `button ${kind}`, click: press }, text)

/** Leaves a screen without approval; Escape presses it. */
export function exitButton(text: string, press: () => void, kind?: string): HTMLButtonElement {
  const made = button(text, press, kind)
  made.dataset.exit = ''
  return made
}

/** A button without a guard: nothing depends on it. */
export function freeButton(text: string, press: () => void, kind?: string): HTMLButtonElement {
  const made = button(text, press, kind)
  made.dataset.free = ''
  return made
}
