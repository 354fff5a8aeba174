/** How much of something may happen: so many in a window, refilled evenly. */
export type Quota = { limit: number; windowMs: number }
export type Verdict = { isAllowed: boolean; remaining: number; resetSeconds: number }

/** Counts what callers do. The memory one serves a single process; one over Redis can stand in for many. */
export type Limiter = { take(key: string, quota: Quota): Promise<Verdict> }

/**
 * Limits in memory with one number per key (GCRA): the moment at which the key would be fully refilled. Keys that are full
 * again are forgotten, and there is a ceiling on how many are kept, so strangers cannot fill the memory.
 */
export function createMemoryLimiter({ size = 100_000, now = () => performance.now() } = {}): Limiter {
  const full = new Map<string, number>()

  function makeRoom(at: number) {
    for (const [key, time] of full) if (time <= at) full.delete(key)
    // Still crowded: forget those who asked longest ago.
    for (const key of full.keys()) {
      if (full.size < size) return
      full.delete(key)
    }
  }

  return {
    async take(key, { limit, windowMs }) {
      const at = now()
      const step = windowMs / limit
      const before = Math.max(full.get(key) ?? at, at)
      const after = before + step
      // Sums of fractions drift; a thousandth of a step decides nothing else.
      const isAllowed = after - at <= windowMs + step / 1_000
      if (isAllowed) {
        full.delete(key)
        if (full.size >= size) makeRoom(at)
        full.set(key, after)
      }
      const ahead = (isAllowed ? after : before) - at
      return {
        isAllowed,
        remaining: Math.max(0, Math.floor((windowMs - ahead) / step + 0.001)),
        resetSeconds: Math.max(1, Math.ceil((isAllowed ? ahead : after - at - windowMs) / 1_000)),
      }
    },
  }
}
