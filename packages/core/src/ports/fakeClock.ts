import type { Clock } from './clock.ts'

/** A clock that moves only when a test says so. */
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
    /** How many timers wait: none may after a kit is disposed of. */
    waiting: () => timers.length,
    /** Time passes and nothing runs, as in a page that sleeps: what fell due runs late, when it wakes. */
    sleep(ms: number) {
      now += ms
      const late = timers.filter((t) => t.at <= now).sort((a, b) => a.at - b.at)
      for (const timer of late) {
        // One may have ended another.
        if (!timers.includes(timer)) continue
        timers = timers.filter((t) => t !== timer)
        timer.run()
      }
    },
    /** Moves time on, running what falls due in order. */
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
