import type { Clock } from './clock.ts'

/** A clock that only tests advance. */
export function fakeClock(start = 1_700_000_000_000) {
  let now = start
  let timers: { at: number; run: () => void }[] = []
  const clock: Clock = {
    now: () => now,
    after(ms, run) {
      const timer = { at: now + ms, run }
      timers.push(timer)
      return () => {
        timers = timers.filter((t) => t !== timer)
      }
    },
  }
  return {
    ...clock,
    /** The number of pending timers: zero after a kit is disposed. */
    waiting: () => timers.length,
    /** Advances time without running timers, like a sleeping page: they run late, when it wakes up. */
    sleep(ms: number) {
      now += ms
      const late = timers.filter((t) => t.at <= now).sort((a, b) => a.at - b.at)
      for (const timer of late) {
        // A timer may have cancelled another.
        if (!timers.includes(timer)) continue
        timers = timers.filter((t) => t !== timer)
        timer.run()
      }
    },
    /** Advances time, running due timers in order. */
    advance(ms: number) {
      const end = now + ms
      for (;;) {
        const due = timers.filter((t) => t.at <= end).sort((a, b) => a.at - b.at)[0]
        if (!due) break
        timers = timers.filter((t) => t !== due)
        now = due.at
        due.run()
      }
      now = end
    },
  }
}
