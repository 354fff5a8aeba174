import { easing, moveMs, paceOf } from './pace.ts'

type Edges = { top: number; bottom: number }

/** Each card's edges as last laid out. */
const known = new WeakMap<HTMLElement, Edges>()

/** Notes a card's edges before its content changes. */
export function noteEdges(card: HTMLElement): void {
  known.set(card, laidOut(card))
}

/**
 * Slides a card's edges from where they are on the screen to where the new layout has them. The layout is final from the first
 * frame; only transforms move: the window carries the lower edge, the face in it the upper one, and the shadow stretches
 * between them. A slide under way continues from its present place.
 */
export function slideEdges(card: HTMLElement): void {
  const before = known.get(card)
  const now = laidOut(card)
  known.set(card, now)
  const [window, face] = doorsOf(card)
  if (!before || !window || !face) return
  const offset = offsetsOf(window, face)
  const top = before.top + offset.top - now.top
  const bottom = before.bottom + offset.bottom - now.bottom
  const height = now.bottom - now.top
  const pace = paceOf(card)
  const running = [...window.getAnimations(), ...face.getAnimations(), ...shadowMoves(card)]
  for (const each of running) each.cancel()
  if (pace === 0 || height === 0 || (Math.abs(top) < 1 && Math.abs(bottom) < 1)) return
  const timing = { duration: moveMs * pace, easing }
  const from = (transform: string, pseudoElement?: string) => ({
    frames: [{ transform }, { transform: 'none' }],
    options: pseudoElement ? { ...timing, pseudoElement } : timing,
  })
  const parts = [
    [window, from(`translateY(${bottom}px)`)],
    [face, from(`translateY(${top - bottom}px)`)],
    [card, from(`translateY(${top}px) scaleY(${(height + bottom - top) / height})`, '::before')],
  ] as const
  for (const [element, { frames, options }] of parts) element.animate(frames, options)
}

/** Relative to the point that a card keeps: a dialog's middle, a sheet's lower edge; the upper one in the page. */
function laidOut(card: HTMLElement): Edges {
  const height = card.offsetHeight
  const anchor =
    card.parentElement instanceof HTMLDialogElement
      ? Number(getComputedStyle(card).getPropertyValue('--bf-anchor')) || 0
      : 0
  return { top: -height * anchor, bottom: height * (1 - anchor) }
}

const doorsOf = (card: HTMLElement) =>
  ['.card-window', '.card-face'].map((part) => card.querySelector<HTMLElement>(part)) as [
    HTMLElement | null,
    HTMLElement | null,
  ]

/** How far a running slide has the edges from their layout. */
function offsetsOf(window: HTMLElement, face: HTMLElement): Edges {
  if (window.getAnimations().length === 0) return { top: 0, bottom: 0 }
  const shift = (element: HTMLElement) => new DOMMatrixReadOnly(getComputedStyle(element).transform).m42
  const bottom = shift(window)
  return { top: bottom + shift(face), bottom }
}

const shadowMoves = (card: HTMLElement): Animation[] =>
  card.getAnimations({ subtree: true }).filter(({ effect }) => {
    const { target, pseudoElement } = effect as KeyframeEffect
    return target === card && pseudoElement === '::before'
  })
