import { KitError } from '@billfold/protocol/error'
import { networksOf } from '@billfold/protocol/rateLimitKey'

/** A limit per caller: `times` within `seconds`. */
export type Quota = { times: number; seconds: number }

/** In-memory rate limiter; rejects with the seconds to wait. */
export function createQuota(quotas: readonly Quota[], now: () => number, maxCallers = 100_000) {
  const calls = new Map<string, number[]>()
  const longest = Math.max(...quotas.map(({ seconds }) => seconds)) * 1000
  function take(who: string, factor = 1): void {
    const times = (calls.get(who) ?? []).filter((at) => at > now() - longest)
    for (const { times: allowed, seconds } of quotas) {
      const recent = times.filter((at) => at > now() - seconds * 1000)
      if (recent.length >= allowed * factor)
        throw new RateLimitError(Math.ceil((recent[0]! + seconds * 1000 - now()) / 1000))
    }
    // Latest last, so that the oldest are dropped first.
    calls.delete(who)
    calls.set(who, [...times, now()])
    for (const oldest of calls.keys()) if (calls.size > maxCallers) calls.delete(oldest)
  }
  return {
    take: (who: string): void => take(who),
    /** Counts a client, and each wider network that it is in with a multiple of the quota. */
    takeClient(client: string): void {
      for (const { name, times } of networksOf(client)) take(name, times)
    },
  }
}

/** Rate limited, with the seconds to wait. */
export class RateLimitError extends KitError {
  readonly seconds: number
  constructor(seconds: number) {
    super('too_many_requests', { message: `Please try again after ${seconds} seconds` })
    this.seconds = seconds
  }
}
