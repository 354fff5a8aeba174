import { Fragment, isValidElement, type ReactNode, Suspense } from 'react'

type Props = Record<string, unknown> & { children?: ReactNode }

const svgSpace = 'http://www.w3.org/2000/svg'
/** Attributes that React names in its own way, beside those of `kebab`. */
const names: Record<string, string> = { className: 'class', tabIndex: 'tabindex' }
const kebab = /^(dominant|fill|font|stroke|text)[A-Z]/

/**
 * Creates the nodes of components without React, at a fifth of its time: elements as React writes them on a server, so that
 * `hydrateRoot` takes them over, with their event handlers until `signal` aborts. Components must not use hooks of React's
 * own. What is not loaded yet is drawn as the fallback of the boundary around it.
 */
export function paint(node: ReactNode, into: Node, signal: AbortSignal): void {
  if (node === null || node === undefined || typeof node === 'boolean' || node === '') return
  if (Array.isArray(node)) for (const each of node) paint(each, into, signal)
  else if (isValidElement<Props>(node)) paintElement(node.type, node.props, into, signal)
  else into.appendChild(new Text(String(node)))
}

function paintElement(type: unknown, props: Props, into: Node, signal: AbortSignal): void {
  if (typeof type === 'string') into.appendChild(createNode(type, props, into, signal))
  else if (type === Fragment) paint(props.children, into, signal)
  else if (type === Suspense) paintBoundary(props, into, signal)
  else if (typeof type === 'function') paint(type(props), into, signal)
  else throw missing
}

/** Thrown for components that are not loaded. */
const missing = new Error('A component is missing')

/** With the comments that React looks for: `$` around what is there, `$!` around what React is to draw itself. */
function paintBoundary({ children, fallback }: Props, into: Node, signal: AbortSignal): void {
  const inside = document.createDocumentFragment()
  let kind = '$'
  try {
    paint(children, inside, signal)
  } catch (error) {
    if (error !== missing) throw error
    inside.replaceChildren()
    kind = '$!'
    paint(fallback as ReactNode, inside, signal)
  }
  into.appendChild(new Comment(kind))
  into.appendChild(inside)
  into.appendChild(new Comment('/$'))
}

function createNode(type: string, { children, style, ...props }: Props, into: Node, signal: AbortSignal): Element {
  const isSvg = type === 'svg' || (into as Element).namespaceURI === svgSpace
  const element = isSvg ? document.createElementNS(svgSpace, type) : document.createElement(type)
  for (const [name, value] of Object.entries(props)) {
    if (typeof value === 'function' && name !== 'ref')
      element.addEventListener(name.slice(2).toLowerCase(), value as EventListener, { signal })
    else if (isWritten(name, value))
      element.setAttribute(attributeOf(name), value === true && !isWordy(name) ? '' : String(value))
  }
  for (const [name, value] of Object.entries(style ?? {})) {
    const rules = (element as HTMLElement).style as unknown as Record<string, string>
    rules[name] = typeof value === 'number' ? `${value}px` : value
  }
  paint(children, element, signal)
  return element
}

/** Whether it is for React alone. */
const isForReact = (name: string) => name === 'ref' || name === 'suppressHydrationWarning'

/** Attributes that say `true` or `false`, unlike those that are there or not. */
const isWordy = (name: string) => /^(aria-|data-|draggable)/.test(name)

function isWritten(name: string, value: unknown): boolean {
  return value !== undefined && value !== null && (value !== false || isWordy(name)) && !isForReact(name)
}

const attributeOf = (name: string): string =>
  names[name] ?? (kebab.test(name) ? name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`) : name)
