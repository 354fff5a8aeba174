import { minFrameHeight } from '@billfold/protocol/frame/frameMessages'

/**
 * Whether a person can see a screen: it is too small or cut off, something covers it, the browser cannot tell whether anything does (`blind`),
 * its end was not in sight yet (`unread`), or it has not been still long enough (`waiting`).
 */
export type Sight = 'waiting' | 'small' | 'cut' | 'covered' | 'blind' | 'unread' | 'ready'
export type ScreenWindow = Window & typeof globalThis

/** A screen must be in full sight this long before a press counts. */
const sightMs = 800
/** The focus or the pointer must be in it this long. */
export const presenceMs = 500
/** It must not have moved or changed its size for this long. */
const restMs = 1000
const minWidth = 320
const minHeight = minFrameHeight
const thresholds = [...Array.from({ length: 20 }, (_, index) => index / 20), 0.99, 1]

type Entry = IntersectionObserverEntry & { isVisible?: boolean }
export type SightWatch = { sight(): Sight; noteMove(): void; stop(): void }
type Listeners = {
  change(sight: Sight): void
  /** How long it still has to wait if nothing happens; undefined if that depends on something else. */
  wait(ms: number | undefined): void
}

/** Watches whether a person sees a screen, whole and still. */
export function watchSight(screen: HTMLElement, view: ScreenWindow, { change, wait }: Listeners): SightWatch {
  const { document } = view
  // No page controls the wallet's own window: its visitor decides its size and position.
  const isEmbedded = view.parent !== view
  const tellsCover = 'isVisible' in view.IntersectionObserverEntry.prototype
  const text = screen.matches('[data-menu]') ? null : screen.querySelector('.body')
  const now = () => performance.now()
  let state: Sight = 'waiting'
  let timer: ReturnType<typeof setTimeout> | undefined
  let place: 'unknown' | 'cut' | 'covered' | 'clear' = isEmbedded ? 'unknown' : 'clear'
  let isRead = false
  let clearSince: number | undefined
  let obstacleSince: number | undefined
  let presentSince: number | undefined
  let isPointed = false
  let movedAt = Number.NEGATIVE_INFINITY
  let waitsUntil: number | undefined

  const judge = () => {
    clearTimeout(timer)
    const next = look()
    if (next === 'waiting') timer = setTimeout(judge, Math.max(10, restsUntil() - now()))
    const until =
      next === 'waiting' && clearSince !== undefined && presentSince !== undefined ? restsUntil() : undefined
    if (until !== waitsUntil) {
      waitsUntil = until
      wait(until === undefined ? undefined : until - now())
    }
    if (next === state) return
    state = next
    change(state)
    // Content that was hidden is visible only from now on.
    if (state === 'unread') judge()
  }
  const look = (): Sight => {
    const isPresent = document.hasFocus() || (!isEmbedded && isPointed)
    presentSince = isPresent ? (presentSince ?? now()) : undefined
    const obstacle = obstacleOf()
    if (obstacle) {
      clearSince = undefined
      obstacleSince ??= now()
      // The browser needs a moment to detect cover.
      const isSure = obstacle === 'small' || obstacle === 'blind' || now() - obstacleSince >= sightMs / 2
      return isSure ? obstacle : 'waiting'
    }
    obstacleSince = undefined
    clearSince ??= now()
    isRead ||= isAtEnd()
    if (!isRead) return 'unread'
    return now() >= restsUntil() ? 'ready' : 'waiting'
  }
  const obstacleOf = (): Sight | undefined => {
    if (document.visibilityState !== 'visible') return 'waiting'
    if (!isEmbedded) return undefined
    if (!tellsCover) return 'blind'
    // A dialog that is not open yet has no size at all.
    if (place === 'unknown' || view.innerWidth === 0) return 'waiting'
    if (isSmall(view)) return 'small'
    return place === 'clear' ? undefined : place
  }
  /** Folded details do not count: the page did not hide them. */
  const end = text && [...text.children].findLast((each) => each.tagName !== 'DETAILS')
  const isAtEnd = () =>
    !text ||
    !end ||
    (text.clientHeight > 0 && end.getBoundingClientRect().bottom <= text.getBoundingClientRect().bottom + 2)
  const restsUntil = () =>
    Math.max((clearSince ?? now()) + sightMs, (presentSince ?? now()) + presenceMs, movedAt + restMs)
  const noteMove = () => {
    movedAt = now()
    judge()
  }
  const observer = new view.IntersectionObserver(
    (entries) => {
      const entry = entries.at(-1)
      if (!entry || !isEmbedded) return
      const before = place
      place = placeOf(entry, tellsCover)
      if (before !== place && (before === 'cut' || place === 'cut')) return noteMove()
      judge()
    },
    { threshold: thresholds, ...(tellsCover ? { trackVisibility: true, delay: 100 } : {}) } as IntersectionObserverInit,
  )
  const point = (isInside: boolean) => {
    if (isPointed === isInside) return
    isPointed = isInside
    judge()
  }
  const leave = ({ target }: Event) => {
    // Moving between elements, the pointer leaves elements, not the page.
    if (target === document.documentElement) point(false)
  }
  const listeners: [EventTarget, string, (event: Event) => void][] = [
    [document, 'pointermove', () => point(true)],
    [document.documentElement, 'pointerleave', leave],
    [view, 'resize', noteMove],
    [view, 'focus', judge],
    [view, 'blur', judge],
    [document, 'visibilitychange', judge],
    [document, 'scroll', judge],
  ]
  for (const [at, name, listen] of listeners) at.addEventListener(name, listen, { capture: true })
  observer.observe(screen)
  judge()
  return {
    sight() {
      judge()
      return state
    },
    noteMove,
    stop() {
      clearTimeout(timer)
      observer.disconnect()
      for (const [at, name, listen] of listeners) at.removeEventListener(name, listen, { capture: true })
    },
  }
}

const isSmall = (view: ScreenWindow): boolean =>
  view.innerWidth < minWidth || (view.innerHeight < minHeight && !hasKeyboard(view))

/** A phone's keyboard takes its part of the height while someone types; no request is decided by typing. */
const hasKeyboard = (view: ScreenWindow): boolean =>
  view.matchMedia('(pointer: coarse)').matches && view.document.activeElement?.tagName === 'INPUT'

function placeOf({ boundingClientRect: box, intersectionRect: part, isVisible }: Entry, tellsCover: boolean) {
  if (part.width === 0 || box.width - part.width > 2 || box.height - part.height > 2) return 'cut'
  return tellsCover && isVisible !== true ? 'covered' : 'clear'
}
