type Attributes = { readonly [name: string]: string | undefined }
export type Child = Node | string | undefined | false

/** Builds an element from attributes and children: no markup is ever parsed, so Trusted Types have nothing to object to. */
export function element<K extends keyof HTMLElementTagNameMap>(
  document: Document,
  tag: K,
  attributes: Attributes,
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) if (value !== undefined) made.setAttribute(name, value)
  made.append(...children.filter((child) => child !== undefined && child !== false))
  return made
}

/** Builds an SVG element. */
export function svgElement(document: Document, tag: string, attributes: Attributes, ...children: Node[]): SVGElement {
  const made = document.createElementNS('http://www.w3.org/2000/svg', tag)
  for (const [name, value] of Object.entries(attributes)) if (value !== undefined) made.setAttribute(name, value)
  made.append(...children)
  return made
}

/** A sentence that keeps its own direction, so that its full stop stays at its end on a right-to-left page. */
export const words = (document: Document, text: string): HTMLElement => element(document, 'bdi', {}, text)
