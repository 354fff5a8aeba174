/** `ready` after a moment in full sight; `waiting` until then; `covered` where the browser says that something is in the way. */
export type GuardState = 'waiting' | 'covered' | 'ready'

/** How long the whole screen must have been visible before an approval counts: no one is made to click what just slid under the pointer. */
export const guardDelayMs = 800
const enough = 0.98

type Seen = { isSeen: boolean; isCovered: boolean }

/**
 * Watches whether an element is seen whole and by itself. Chromium tells whether anything covers it, fades it or bends it; other browsers
 * tell only whether it is in the window, so there the person must also be in the frame, by focus or pointer.
 */
export function guardVisible(target: Element, change: (state: GuardState) => void): () => void {
  const tellsCover = 'isVisible' in IntersectionObserverEntry.prototype
  let seen: Seen = { isSeen: false, isCovered: false }
  let isPointed = false
  let state: GuardState | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  const settle = (next: GuardState) => {
    if (next === state) return
    state = next
    change(next)
  }
  const judge = () => {
    const isPresent = tellsCover || document.hasFocus() || isPointed
    const isGood = seen.isSeen && !seen.isCovered && isPresent && document.visibilityState === 'visible'
    if (!isGood) {
      clearTimeout(timer)
      timer = undefined
      settle(seen.isSeen && seen.isCovered ? 'covered' : 'waiting')
      return
    }
    if (timer !== undefined || state === 'ready') return
    settle('waiting')
    timer = setTimeout(() => settle('ready'), guardDelayMs)
  }
  const observer = new IntersectionObserver(
    (entries) => {
      const entry = entries.at(-1) as (IntersectionObserverEntry & { isVisible?: boolean }) | undefined
      if (!entry) return
      const isSeen = entry.intersectionRatio >= enough
      seen = { isSeen, isCovered: tellsCover && isSeen && entry.isVisible !== true }
      judge()
    },
    {
      threshold: [0, 0.5, 0.9, enough, 1],
      ...(tellsCover ? { trackVisibility: true, delay: 100 } : {}),
    } as IntersectionObserverInit,
  )
  const enter = () => {
    isPointed = true
    judge()
  }
  const leave = () => {
    isPointed = false
    judge()
  }
  const listeners: [EventTarget, string, () => void][] = [
    [document.documentElement, 'pointerenter', enter],
    [document.documentElement, 'pointerleave', leave],
    [window, 'focus', judge],
    [window, 'blur', judge],
    [document, 'visibilitychange', judge],
  ]
  for (const [at, name, listen] of listeners) at.addEventListener(name, listen)
  observer.observe(target)
  judge()
  return () => {
    clearTimeout(timer)
    observer.disconnect()
    for (const [at, name, listen] of listeners) at.removeEventListener(name, listen)
  }
}
