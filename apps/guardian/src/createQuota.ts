import { KitError } from '@billfold/protocol/error'
import { networksOf } from '@billfold/protocol/rateLimitKey'

/** How often something may happen, for each who asks: `times` within `seconds`. */
export type Quota = { times: number; seconds: number }

/** Counts in memory who asked for what, and refuses who asked too often, saying when to come back. */
export function createQuota(quotas: readonly Quota[], now: () => number, most = 100_000) {
  const asked = new Map<string, number[]>()
  const longest = Math.max(...quotas.map(({ seconds }) => seconds)) * 1000
  function take(who: string, factor = 1): void {
    const times = (asked.get(who) ?? []).filter((at) => at > now() - longest)
    for (const { times: allowed, seconds } of quotas) {
      const recent = times.filter((at) => at > now() - seconds * 1000)
      if (recent.length >= allowed * factor)
        throw new AskedTooOften(Math.ceil((recent[0]! + seconds * 1000 - now()) / 1000))
    }
    // Who came last stands last, so that the first are those to forget.
    asked.delete(who)
    asked.set(who, [...times, now()])
    for (const oldest of asked.keys()) if (asked.size > most) asked.delete(oldest)
  }
  return {
    take: (who: string): void => take(who),
    /** Counts a client, and with a multiple of the quota each wider network that it is in. */
    takeClient(client: string): void {
      for (const { name, times } of networksOf(client)) take(name, times)
    },
  }
}

/** Refused for now, and for how long. */
export class AskedTooOften extends KitError {
  readonly seconds: number
  constructor(seconds: number) {
    super('too_many_requests', { message: `Please try again after ${seconds} seconds` })
    this.seconds = seconds
  }
}
