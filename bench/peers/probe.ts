import type { App } from './apps.ts'

export type Opened = { clicked: number; dialog: number | undefined; row: number | undefined }

/** Runs in every page before its own code; it must not use anything outside of itself. */
export type Probe = {
  /** Time of the button's paint, in ms since navigation began. */
  button: Promise<number | undefined>
  /** From now on the next click counts. */
  arm(): void
  /** Time of the paint of the dialog and its first row after that click. */
  opened(): Promise<Opened>
  place(): { x: number; y: number }
  tap(): void
  /** Time at which no fetch and no long task had run for a while. */
  rested(): Promise<void>
  longTasks(): { start: number; ms: number }[]
  scripts(): { path: string; end: number }[]
}
declare global {
  interface Window {
    probe: Probe
  }
}

/** Injects the probe into a page. */
export function installProbe({ button, dialog, row }: Pick<App, 'button' | 'dialog' | 'row'>): void {
  if (window !== window.top) return
  const deadline = 60_000
  const quietMs = 1500
  const long: { start: number; ms: number }[] = []
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) long.push({ start: startTime, ms: duration })
  }).observe({ type: 'longtask', buffered: true })
  performance.setResourceTimingBufferSize(5000)

  const find = (path: readonly string[]): HTMLElement | undefined => {
    let within: Document | ShadowRoot | null = document
    let match: HTMLElement | null = null
    for (const step of path) {
      match = within?.querySelector<HTMLElement>(step) ?? null
      within = match?.shadowRoot ?? null
    }
    return match ?? undefined
  }
  const opacityOf = (element: Element): number => {
    let opacity = 1
    for (let at: Element | null = element; at; ) {
      opacity *= Number(getComputedStyle(at).opacity)
      const root: Node = at.getRootNode()
      at = at.assignedSlot ?? at.parentElement ?? (root instanceof ShadowRoot ? root.host : null)
    }
    return opacity
  }
  const isSeen = (path: readonly string[]): boolean => {
    const element = find(path)
    if (!element) return false
    const { width, height, top, left } = element.getBoundingClientRect()
    const isInside = width > 1 && height > 1 && top < innerHeight && left < innerWidth && top + height > 0
    return isInside && getComputedStyle(element).visibility === 'visible' && opacityOf(element) >= 0.5
  }
  /** The time just after the first frame in which the condition held. */
  const painted = (holds: () => boolean): Promise<number | undefined> =>
    new Promise((done) => {
      const end = performance.now() + deadline
      const look = () => {
        if (performance.now() > end) return done(undefined)
        if (!holds()) return void requestAnimationFrame(look)
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => done(performance.now())
        port2.postMessage(0)
      }
      requestAnimationFrame(look)
    })

  const watchOpening = async (): Promise<Opened> => {
    let clicked: number | undefined
    addEventListener('click', (event) => (clicked ??= event.timeStamp), { capture: true, once: true })
    const [shown, listed] = await Promise.all([
      painted(() => clicked !== undefined && isSeen(dialog)),
      painted(() => clicked !== undefined && isSeen(row)),
    ])
    return { clicked: clicked ?? Number.NaN, dialog: shown, row: listed }
  }
  let opening: Promise<Opened> = Promise.reject(new Error('The probe was not armed'))
  opening.catch(() => undefined)

  window.probe = {
    button: painted(() => isSeen(button)),
    arm() {
      opening = watchOpening()
    },
    opened: () => opening,
    place() {
      const { x, y, width, height } = find(button)?.getBoundingClientRect() ?? { x: 0, y: 0, width: 0, height: 0 }
      return { x: x + width / 2, y: y + height / 2 }
    },
    tap: () => find(button)?.click(),
    async rested() {
      const end = performance.now() + deadline
      const last = () =>
        Math.max(
          0,
          ...performance.getEntriesByType('resource').map((entry) => (entry as PerformanceResourceTiming).responseEnd),
          ...long.map(({ start, ms }) => start + ms),
        )
      while (performance.now() - last() < quietMs && performance.now() < end)
        await new Promise((passed) => setTimeout(passed, 200))
    },
    longTasks: () => long,
    scripts: () =>
      performance
        .getEntriesByType('resource')
        .filter(({ name }) => name.startsWith(location.origin) && name.split('?')[0]?.endsWith('.js'))
        .map((entry) => ({
          path: new URL(entry.name).pathname,
          end: (entry as PerformanceResourceTiming).responseEnd,
        })),
  }
}
