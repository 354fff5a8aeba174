/** Ends something that goes on: a timer, a subscription. Calling it twice is harmless. */
export type Stop = () => void

/** Time, lent by the outside, so that tests never sleep. */
export type Clock = {
  now(): number
  after(ms: number, run: () => void): Stop
}

/** The real time. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
}
