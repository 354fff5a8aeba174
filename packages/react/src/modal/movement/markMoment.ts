import { buzz } from './buzz.ts'
import { countUp } from './countUp.ts'
import { paceOf } from './pace.ts'

const drawMs = 320
/** Past its size and back: the one place that bounces. */
const stamp = [
  { transform: 'scale(0.4)', opacity: 0 },
  { transform: 'scale(1.14)', opacity: 1, offset: 0.6 },
  { transform: 'none', opacity: 1 },
]

/** Success, seen: the mark lands, its check is drawn, and the amount counts up to what it is. */
export function markSuccess(mark: Element): void {
  const pace = paceOf(mark)
  if (pace === 0) return
  buzz('success')
  mark.animate(stamp, { duration: drawMs * pace, easing: 'ease-out' })
  for (const path of mark.querySelectorAll<SVGGeometryElement>('path, polyline')) {
    const length = path.getTotalLength()
    const dashed = { strokeDasharray: `${length} ${length}` }
    path.animate(
      [
        { ...dashed, strokeDashoffset: length },
        { ...dashed, strokeDashoffset: 0 },
      ],
      { duration: drawMs * pace, delay: 120 * pace, fill: 'backwards', easing: 'ease-out' },
    )
  }
  const view = mark.closest('.view')
  for (const amount of view?.querySelectorAll<HTMLElement>('.send-hero-amount, .swap-gain') ?? []) countUp(amount, pace)
}

/** An error, seen: its text, and the fields that it describes, move aside once and back. */
export function nudge(alert: Element): void {
  const pace = paceOf(alert)
  if (pace === 0 || alert.getAnimations().length > 0) return
  buzz('error')
  const to = (x: number) => ({ transform: `translateX(${x}px)` })
  const frames = [to(0), to(-5), to(4), to(-2), to(0)]
  const fields = alert.id ? alert.closest('.view')?.querySelectorAll(`[aria-describedby~="${alert.id}"]`) : undefined
  for (const each of [alert, ...(fields ?? [])]) each.animate(frames, { duration: 200 * pace, easing: 'ease-out' })
}
