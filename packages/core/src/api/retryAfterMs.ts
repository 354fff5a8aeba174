import { KitError } from '@billfold/protocol/error'
import { retryAfterOf } from '@billfold/protocol/retryAfterOf'

/** No server makes a page wait for longer, whatever it says. */
const [shortestMs, longestMs] = [1_000, 600_000]
const withoutWordMs = 5_000

/**
 * How long a server that was asked too often wants to be left alone: its `Retry-After` in seconds, which is the cause of the failure.
 * Undefined for any other failure.
 */
export function retryAfterMs(e: unknown): number | undefined {
  if (!(e instanceof KitError) || e.code !== 'too_many_requests') return undefined
  const seconds = retryAfterOf(e)
  return seconds === undefined ? withoutWordMs : Math.min(longestMs, Math.max(shortestMs, seconds * 1_000))
}
