const holders = new WeakMap<HTMLElement, { count: number; release: () => void }>()

/** Keeps the page behind still, without letting it jump by the width of its scroll bar. Several may hold it. */
export function lockScroll(document: Document): () => void {
  const page = document.documentElement
  const held = holders.get(page) ?? { count: 0, release: hold(page, document) }
  held.count += 1
  holders.set(page, held)
  let released = false
  return () => {
    if (released) return
    released = true
    held.count -= 1
    if (held.count > 0) return
    holders.delete(page)
    held.release()
  }
}

function hold(page: HTMLElement, document: Document): () => void {
  const hasBar = (document.defaultView?.innerWidth ?? 0) > page.clientWidth
  const before = { overflow: page.style.overflow, gutter: page.style.scrollbarGutter }
  page.style.overflow = 'hidden'
  if (hasBar) page.style.scrollbarGutter = 'stable'
  return () => {
    page.style.overflow = before.overflow
    page.style.scrollbarGutter = before.gutter
  }
}
