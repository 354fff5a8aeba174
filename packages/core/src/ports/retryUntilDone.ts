import type { Clock } from './clock.ts'

const waits = { first: 1000, last: 60_000 }

/** `now` starts an attempt at once, or after the current one fails; does nothing after success. `stop` ends it. */
export type Retry = { now(): void; stop(): void }

/** Runs until the first success: retries failures with backoff, since a network may recover. */
export function retryUntilDone(
  clock: Clock,
  attempt: () => Promise<unknown>,
  onFailure: (error: unknown) => void,
): Retry {
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
      // A caller that arrived during the failed attempt gets its own.
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
