/** Ends a timer or subscription. Idempotent. */
export type Stop = () => void

/** An injected clock, so that tests never sleep. */
export type Clock = {
  now(): number
  after(ms: number, run: () => void): Stop
}

/** The system clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
}
