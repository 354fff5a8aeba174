import { KitError } from '@billfold/protocol/error'
import { retryAfterOf } from '@billfold/protocol/retryAfterOf'

/** Limits of the wait, whatever the server requests. */
const [minMs, maxMs] = [1_000, 600_000]
const withoutWordMs = 5_000

/** The back-off of a rate limit: `Retry-After` in seconds, from the error's cause. Undefined for other errors. */
export function retryAfterMs(e: unknown): number | undefined {
  if (!(e instanceof KitError) || e.code !== 'too_many_requests') return undefined
  const seconds = retryAfterOf(e)
  return seconds === undefined ? withoutWordMs : Math.min(maxMs, Math.max(minMs, seconds * 1_000))
}
