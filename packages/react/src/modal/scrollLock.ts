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

/** The scroll bar goes, so that the whole window is shaded; its width stays, as padding, so that the page does not move. */
function hold(page: HTMLElement, document: Document): () => void {
  const before = { overflow: page.style.overflow, padding: page.style.paddingRight }
  const width = page.clientWidth
  const hasBar = document.defaultView !== null && document.defaultView.innerWidth > width
  page.style.overflow = 'hidden'
  const bar = hasBar ? page.clientWidth - width : 0
  if (bar > 0) {
    const own = Number.parseFloat(document.defaultView?.getComputedStyle(page).paddingRight ?? '') || 0
    page.style.paddingRight = `${own + bar}px`
  }
  return () => {
    page.style.overflow = before.overflow
    page.style.paddingRight = before.padding
  }
}
