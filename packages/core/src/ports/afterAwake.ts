import type { Clock, Stop } from './clock.ts'

/** A timer this late means that the page slept or was blocked. */
const lateMs = 1_000
const readMs = 1_000

/**
 * A deadline for a remote response. Passing during sleep proves nothing: the response may be unread, and gets a moment
 * before the timeout.
 */
export function afterAwake(clock: Clock, ms: number, run: () => void): Stop {
  const due = clock.now() + ms
  let stop = clock.after(ms, () => {
    if (clock.now() < due + lateMs) run()
    else stop = clock.after(readMs, run)
  })
  return () => stop()
}
