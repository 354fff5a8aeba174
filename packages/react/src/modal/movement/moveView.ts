import { enterRows, lists } from './enterRows.ts'
import { easing, moveMs, paceOf } from './pace.ts'
import { noteEdges, slideEdges } from './slideEdges.ts'
import { stillCopy } from './stillCopy.ts'

const step = 24
type Direction = 'next' | 'prev'

/** Forward comes from the end side and leaves to the start side; back the other way; mirrored where reading is. */
function shift(element: Element, direction: Direction, moment: 'enter' | 'leave'): string {
  const rtl = getComputedStyle(element).direction === 'rtl'
  const sign = (direction === 'next' ? 1 : -1) * (moment === 'enter' ? 1 : -1) * (rtl ? -1 : 1)
  return `translateX(${sign * step}px)`
}

const cardOf = (view: Element) => view.closest<HTMLElement>('.card')

/** Moves a view in, and the card's edges to where it has them. */
export function enterView(view: HTMLElement, direction: Direction): void {
  followView(view)
  const pace = paceOf(view)
  if (pace === 0) return
  const from = { opacity: 0, transform: shift(view, direction, 'enter') }
  view.animate([from, { opacity: 1, transform: 'none' }], { duration: moveMs * pace, easing })
  if (direction === 'next') enterRows(view)
}

/** Moves a copy of a view out; the view itself may go at once. */
export function leaveView(view: HTMLElement, direction: Direction): void {
  const card = cardOf(view)
  const ghosts = view.parentElement?.querySelector('.ghosts')
  if (!card || !ghosts) return
  noteEdges(card)
  const pace = paceOf(view)
  if (pace === 0) return
  const { scrollTop, offsetHeight } = view
  const copy = stillCopy(view)
  dropBelow(view, copy)
  copy.style.blockSize = `${offsetHeight}px`
  ghosts.replaceChildren(copy)
  copy.scrollTop = scrollTop
  const to = { opacity: 0, transform: shift(view, direction, 'leave') }
  copy.animate([{ opacity: 1, transform: 'none' }, to], {
    duration: moveMs * pace,
    easing,
    fill: 'forwards',
  }).onfinish = () => copy.remove()
}

/** Takes the rows below a view's edge out of its copy: no one sees them, and a list may have hundreds. */
function dropBelow(view: HTMLElement, copy: HTMLElement): void {
  const edge = view.getBoundingClientRect().bottom
  const [own, copied] = [view, copy].map((each) => [...each.querySelectorAll(lists)]) as [Element[], Element[]]
  for (const [at, list] of own.entries()) {
    const rows = [...list.children].toReversed()
    const firstSeen = rows.findIndex((row) => row.getBoundingClientRect().top < edge)
    for (let below = firstSeen < 0 ? rows.length : firstSeen; below > 0; below--) copied[at]?.lastElementChild?.remove()
  }
}

/** Lets the card's edges follow a view whose content changed. */
export function followView(view: HTMLElement): void {
  const card = cardOf(view)
  if (card) slideEdges(card)
}

/** Notes where the card's edges are, without moving them. */
export function noteView(view: HTMLElement): void {
  const card = cardOf(view)
  if (card) noteEdges(card)
}
