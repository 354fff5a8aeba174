import { buzz } from './buzz.ts'
import { flings } from './leaveDialog.ts'
import { paceOf } from './pace.ts'
import { isSheet } from './sheet.ts'
import { springFrames } from './springFrames.ts'

const closesAfter = 88
/** A flick, in px a millisecond, closes sooner. */
const closesAt = 0.5
const flickPx = 24
/** A speed is that of the finger's last moments. */
const recentMs = 80

/** A sheet stands on its lower edge (modal.css). */
const pulled = (px: number): string => `0 calc(-100% + ${px}px)`
const pulledDown = (translate: string): number => Number(/(-?[\d.]+)px\)$/.exec(translate)?.[1] ?? 0)

type Point = { y: number; time: number }

/**
 * Lets a finger on the sheet's head pull it down. It follows the finger; let go far or fast enough, it leaves at the
 * finger's speed; otherwise a spring takes it back up.
 */
export function dragToClose(dialog: HTMLElement, close: () => boolean, signal: AbortSignal): void {
  const [card, head] = ['.card', '.header'].map((part) => dialog.querySelector<HTMLElement>(part))
  if (!card || !head) return
  let start: { id: number; y: number } | undefined
  let points: Point[] = []
  let returning: Animation | undefined
  const offset = (event: PointerEvent) => Math.max(0, event.clientY - (start?.y ?? event.clientY))
  const onDown = (event: PointerEvent) => {
    if (start || !isSheet() || event.pointerType === 'mouse') return
    // The buttons in the head stay buttons.
    if (event.target instanceof Element && event.target.closest('button, a')) return
    // A sheet on its way back is caught where it is.
    const caught = returning ? pulledDown(getComputedStyle(card).translate) : 0
    returning?.cancel()
    start = { id: event.pointerId, y: event.clientY - Math.max(0, caught) }
    points = [{ y: event.clientY, time: event.timeStamp }]
    card.style.translate = pulled(offset(event))
    head.setPointerCapture(event.pointerId)
  }
  const onMove = (event: PointerEvent) => {
    if (start?.id !== event.pointerId) return
    points = [
      ...points.filter(({ time }) => event.timeStamp - time < recentMs),
      { y: event.clientY, time: event.timeStamp },
    ]
    card.style.translate = pulled(offset(event))
  }
  const onUp = (event: PointerEvent) => {
    if (start?.id !== event.pointerId) return
    const isLetGo = event.type === 'pointerup'
    const distance = isLetGo ? offset(event) : 0
    const speed = isLetGo ? speedOf(points, event.timeStamp) : 0
    start = undefined
    if (distance > closesAfter || (distance > flickPx && speed > closesAt)) {
      buzz('letGo')
      flings.set(dialog, Math.max(0, speed))
      // A required sign-in keeps it open.
      if (close()) return
      flings.delete(dialog)
    }
    const from = pulledDown(card.style.translate)
    card.style.translate = ''
    const pace = paceOf(card)
    if (pace === 0 || from === 0) return
    const { positions, duration } = springFrames(from, speed)
    // A sheet has nothing under its lower edge: it does not rise above its place.
    const frames = positions.map((y) => ({ translate: pulled(Math.max(0, y)) }))
    returning = card.animate(frames, { duration: duration * pace })
    returning.onfinish = () => (returning = undefined)
  }
  const listeners = { pointerdown: onDown, pointermove: onMove, pointerup: onUp, pointercancel: onUp }
  for (const [type, listener] of Object.entries(listeners))
    head.addEventListener(type as 'pointerdown', listener, { signal })
}

/** The finger's downward speed in px a millisecond; 0 when it had come to rest before it let go. */
function speedOf(points: readonly Point[], now: number): number {
  const recent = points.filter(({ time }) => now - time < recentMs)
  const [first, last] = [recent[0], recent.at(-1)]
  if (!first || !last || last.time === first.time) return 0
  return (last.y - first.y) / (last.time - first.time)
}
