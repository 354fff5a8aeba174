import type { ScreenWindow } from './watchSight.ts'

/** A page's position on the screen, by its pointers. */
export type PointerTrack = {
  /** When the pointer came to the page's current position; undefined before any did. */
  since(): number | undefined
  stop(): void
}

type Seen = { client: readonly [number, number]; screen: readonly [number, number]; at: number }

/** Consecutive moves that must fit one zoom level to establish it. */
const lessons = 4
const stepMs = 200

/**
 * Follows the pointer over a page that another one embeds. Nothing else tells such a page where it lies: a pointer that goes as far over the page
 * as over the screen shows that it rests, any other that it was moved, as by a site that wants a second click of its own to come down here.
 */
export function trackPointer(view: ScreenWindow, { arrived, moved }: { arrived(): void; moved(): void }): PointerTrack {
  let last: Seen | undefined
  let since: number | undefined
  let zoom = 1
  let lesson = { zoom: 1, count: 0 }

  const note = (event: PointerEvent) => {
    if (!event.isTrusted) return
    const seen: Seen = {
      client: [event.clientX, event.clientY],
      screen: [event.screenX, event.screenY],
      at: performance.now(),
    }
    const before = last
    last = seen
    if (before && fits(before, seen, zoom)) return
    since = seen.at
    arrived()
    if (!before) return
    learn(before, seen)
    moved()
  }
  const learn = (before: Seen, seen: Seen) => {
    const [x, y] = [0, 1].map((axis) => seen.client[axis]! - before.client[axis]!) as [number, number]
    const axis = Math.abs(x) > Math.abs(y) ? 0 : 1
    const next = (seen.screen[axis] - before.screen[axis]) / (axis === 0 ? x : y)
    const isStep = seen.at - before.at < stepMs && next > 0.2 && next < 6 && fits(before, seen, next)
    const isSame = isStep && Math.abs(next - lesson.zoom) < 0.05 * next
    lesson = isStep ? { zoom: next, count: isSame ? lesson.count + 1 : 1 } : { zoom: 1, count: 0 }
    if (lesson.count >= lessons) zoom = lesson.zoom
  }
  const names = ['pointermove', 'pointerdown'] as const
  for (const name of names) view.document.addEventListener(name, note, { capture: true })
  return {
    since: () => since,
    stop() {
      for (const name of names) view.document.removeEventListener(name, note, { capture: true })
    },
  }
}

const fits = (before: Seen, seen: Seen, zoom: number): boolean =>
  [0, 1].every((axis) => {
    const inPage = seen.client[axis]! - before.client[axis]!
    const onScreen = seen.screen[axis]! - before.screen[axis]!
    return Math.abs(onScreen - zoom * inPage) <= 2 + 0.01 * Math.abs(onScreen)
  })
