/**
 * Shows on a button how long it still waits: a fill that grows, or a countdown for those who want no motion. Without a time it waits for
 * something else, and shows neither.
 */
export function showWait(button: HTMLElement, ms: number | undefined): void {
  for (const before of button.querySelectorAll('.fill, .count')) before.remove()
  const view = button.ownerDocument.defaultView
  if (ms === undefined || !view) return
  const mark = button.ownerDocument.createElement('span')
  mark.setAttribute('aria-hidden', 'true')
  if (view.matchMedia('(prefers-reduced-motion: reduce)').matches) {
    mark.className = 'count'
    button.append(mark)
    count(mark, Math.ceil(ms / stepMs))
    return
  }
  mark.className = 'fill'
  button.prepend(mark)
  mark.animate([{ transform: 'scaleX(0)' }, { transform: 'scaleX(1)' }], { duration: ms, fill: 'forwards' })
}

const stepMs = 500

/** Counts steps down, for as long as the mark is in the page. */
function count(mark: HTMLElement, steps: number): void {
  mark.textContent = ` ${'·'.repeat(Math.max(0, steps))}`
  if (steps > 0) setTimeout(() => mark.isConnected && count(mark, steps - 1), stepMs)
}
