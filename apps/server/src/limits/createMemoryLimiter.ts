import { createRecentMap } from '../caches/createRecentMap.ts'

/** A limit per window, refilled evenly. */
export type Quota = { limit: number; windowMs: number }
export type Verdict = { isAllowed: boolean; remaining: number; resetSeconds: number }

/** Counts callers' requests. The memory one serves a single process, `createSharedLimiter` many. */
export type Limiter = {
  take(key: string, quota: Quota): Promise<Verdict>
  /** The verdict of a key that is known to be over its limit, without charging it; undefined if it may have room. */
  refusal?(key: string, quota: Quota): Verdict | undefined
}

/**
 * Limits in memory with one number per key (GCRA): the moment at which the key would be fully refilled. Memory is
 * bounded, and no request scans a list.
 */
export function createMemoryLimiter({ size = 100_000, now = () => performance.now() } = {}): Limiter {
  const full = createRecentMap<number>(size)
  // Rounding errors of sums stay below a thousandth of a step.
  const fits = (after: number, at: number, windowMs: number, step: number) => after - at <= windowMs + step / 1_000

  return {
    refusal(key, { limit, windowMs }) {
      const at = now()
      const step = windowMs / limit
      const after = Math.max(full.get(key) ?? at, at) + step
      if (fits(after, at, windowMs, step)) return undefined
      return { isAllowed: false, remaining: 0, resetSeconds: Math.max(1, Math.ceil((after - at - windowMs) / 1_000)) }
    },
    async take(key, { limit, windowMs }) {
      const at = now()
      const step = windowMs / limit
      const before = Math.max(full.get(key) ?? at, at)
      const after = before + step
      const isAllowed = fits(after, at, windowMs, step)
      if (isAllowed) full.set(key, after)
      const ahead = (isAllowed ? after : before) - at
      return {
        isAllowed,
        remaining: Math.max(0, Math.floor((windowMs - ahead) / step + 0.001)),
        resetSeconds: Math.max(1, Math.ceil((isAllowed ? ahead : after - at - windowMs) / 1_000)),
      }
    },
  }
}
