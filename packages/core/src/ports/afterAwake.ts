import type { Clock, Stop } from './clock.ts'

/** A timer this late was not waited for: the page slept, or was held up. */
const lateMs = 1_000
const readMs = 1_000

/**
 * A deadline for an answer from elsewhere. One that passes while the page sleeps proves nothing: the answer may be there, unread, and
 * gets a moment to be heard before it is given up.
 */
export function afterAwake(clock: Clock, ms: number, run: () => void): Stop {
  const due = clock.now() + ms
  let stop = clock.after(ms, () => {
    if (clock.now() < due + lateMs) run()
    else stop = clock.after(readMs, run)
  })
  return () => stop()
}
