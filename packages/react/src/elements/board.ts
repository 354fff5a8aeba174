/** A rendered element, with a way to remove it. */
export type Painted = { update(): void; stop(): void }

/** A kit as the elements of the page see it: something that draws. */
export type Painter = { id: string; paint(element: HTMLElement, tag: string): Painted }

/**
 * Where the page's elements find a kit that draws them. A page has one registry of custom elements, which cannot be
 * changed afterwards: the classes in it may come from another copy of this module (reloaded, or another version), so
 * they meet the kits here and not in a module's memory.
 */
export type Board = { painters: Painter[]; waiting: Set<() => void>; tags: Set<string> }

const name = Symbol.for('billfold.elements.v1')

/** The page's one board. */
export function board(): Board {
  const page = globalThis as { [name]?: Board }
  page[name] ??= { painters: [], waiting: new Set(), tags: new Set() }
  return page[name]
}

/** Lets the page's elements be drawn by a kit; the returned function ends that. */
export function addPainter(painter: Painter): () => void {
  const { painters } = board()
  painters.push(painter)
  notifyElements()
  return () => {
    const at = painters.indexOf(painter)
    if (at < 0) return
    painters.splice(at, 1)
    notifyElements()
  }
}

/** An element's kit: the one it names, otherwise the latest one. */
export const painterFor = (id: string | null): Painter | undefined =>
  board().painters.findLast((painter) => id === null || painter.id === id)

function notifyElements(): void {
  for (const listener of [...board().waiting]) listener()
}
