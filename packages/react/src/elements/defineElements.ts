import { board, type Painted, type Painter, painterFor } from './board.ts'
import { type ElementTag, elementTable } from './elementTable.ts'

/** Makes the kit's tags known to the page, once; returns those that something else has taken already. */
export function defineElements(): ElementTag[] {
  const { tags } = board()
  const taken: ElementTag[] = []
  for (const tag of Object.keys(elementTable) as ElementTag[]) {
    if (tags.has(tag)) continue
    if (customElements.get(tag)) {
      taken.push(tag)
      continue
    }
    customElements.define(tag, elementClass(tag, elementTable[tag]))
    tags.add(tag)
  }
  return taken
}

/** A class because the browser asks for one; made in a function because a server has no `HTMLElement`. */
function elementClass(tag: ElementTag, names: readonly string[]): CustomElementConstructor {
  class KitElement extends HTMLElement {
    static observedAttributes = names.map((name) => name.toLowerCase())
    #painter: Painter | undefined
    #painted: Painted | undefined
    #settle = () => this.#draw()

    connectedCallback() {
      for (const name of names) takeEarly(this, name)
      board().waiting.add(this.#settle)
      this.#draw()
    }
    disconnectedCallback() {
      // Later, because a move is a leaving and a coming, and because React may be in the middle of its own work.
      queueMicrotask(() => {
        if (this.isConnected) return
        board().waiting.delete(this.#settle)
        this.#erase()
      })
    }
    attributeChangedCallback(name: string) {
      if (!this.isConnected) return
      if (name === 'kit') this.#draw()
      else this.#painted?.update()
    }
    #draw() {
      const painter = painterFor(this.getAttribute('kit'))
      if (painter === this.#painter) return
      this.#erase()
      this.#painter = painter
      this.#painted = painter?.paint(this, tag)
    }
    #erase() {
      this.#painted?.stop()
      this.#painter = undefined
      this.#painted = undefined
    }
  }
  for (const name of names)
    Object.defineProperty(KitElement.prototype, name, {
      configurable: true,
      enumerable: true,
      get(this: HTMLElement) {
        return name === 'disabled' ? this.hasAttribute(name) : (this.getAttribute(name) ?? undefined)
      },
      set(this: HTMLElement, value: unknown) {
        if (value === undefined || value === null || value === false) this.removeAttribute(name)
        else this.setAttribute(name, value === true ? '' : String(value))
      },
    })
  return KitElement
}

/** A property that was set before the tag was known hides the accessor: it is set again through it. */
function takeEarly(element: HTMLElement, name: string): void {
  if (!Object.hasOwn(element, name)) return
  const own = element as unknown as Record<string, unknown>
  const value = own[name]
  delete own[name]
  own[name] = value
}
