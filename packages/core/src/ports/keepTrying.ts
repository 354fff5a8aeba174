import type { Clock } from './clock.ts'

const waits = { first: 1000, last: 60_000 }

/** `now` begins at once, or when what is under way has failed, unless it has been done; `stop` leaves it at what has been done. */
export type Trying = { now(): void; stop(): void }

/** Does something until it was done once: after a failure again, ever more rarely, for a network that was down may be back. */
export function keepTrying(clock: Clock, attempt: () => Promise<unknown>, onFailure: (error: unknown) => void): Trying {
  let isOver = false
  let isTrying = false
  let isAsked = false
  let wait = waits.first
  let stopTimer = () => {}
  const now = async () => {
    stopTimer()
    isAsked = isTrying
    if (isOver || isTrying) return
    isTrying = true
    try {
      await attempt()
      isOver = true
    } catch (error) {
      if (isOver) return
      isTrying = false
      // Who asked meanwhile has had no try of their own.
      if (isAsked) return now()
      onFailure(error)
      stopTimer = clock.after(wait, now)
      wait = Math.min(2 * wait, waits.last)
    }
  }
  return {
    now: () => void now(),
    stop() {
      isOver = true
      stopTimer()
    },
  }
}
