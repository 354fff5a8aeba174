import { KitError } from '@billfold/protocol/error'
import { createFairRate, type FairRate } from '../../limits/createFairRate.ts'
import { chargeVisitor, workCosts } from '../../limits/workCosts.ts'
import type { FetchJson } from '../../rpc/fetchJson.ts'
import { fetchJson as realFetchJson } from '../../rpc/fetchJson.ts'
import { retryAfterMs } from '../../rpc/retryAfterMs.ts'

export type HostedOptions = {
  /** Where the service answers, without a slash at the end. */
  url: string
  /** Sent as headers only: a URL ends up in logs, a header does not. */
  headers?: Record<string, string>
  fetchJson?: FetchJson
  deadlineMs?: number
  maxBytes?: number
  /** Whether an error means "not found", if a service does not use 404 for it. */
  isNothing?: (json: unknown) => boolean
  /** The service's rate limit, shared by all clients of one account. */
  rate?: FairRate | undefined
  now?: () => number
}
/** Asks a service, with a body by POST; `undefined` when it says that there is no such thing. */
type HostedClient = (path: string, signal: AbortSignal, body?: unknown) => Promise<unknown>

/**
 * A client of one company's API. Requests stay below its limit, and visitors share that; when it says "too often" all the same, we leave it
 * alone for as long as it asks, and say so to anyone who waits;
 * anything but a plain answer is `unavailable`. Nothing it writes is repeated.
 */
export function createHostedClient(name: string, options: HostedOptions): HostedClient {
  const {
    url,
    headers = {},
    fetchJson = realFetchJson,
    deadlineMs = 4_000,
    maxBytes = 4_000_000,
    isNothing,
    now = Date.now,
    rate = createFairRate({ now }),
  } = options
  let restsUntil = 0

  return async (path, signal, body) => {
    if (now() < restsUntil) throw tooOften(name, restsUntil - now())
    chargeVisitor(workCosts.source)
    await rate.turn(signal)
    const request = { url: `${url}${path}`, headers, ...(body === undefined ? {} : { body }) }
    const answer = await fetchJson(request, { signal, deadlineMs, maxBytes }).catch((e: unknown) => {
      // The caller asked for nothing large.
      throw e instanceof KitError && e.code === 'body_too_large' ? brokenAnswer(name) : e
    })
    const { status } = answer
    if (status >= 200 && status < 300) return answer.json
    if (status === 404 || (status >= 400 && status < 500 && isNothing?.(answer.json))) return undefined
    if (status === 429 || status === 503) {
      const restMs = retryAfterMs(answer.headers, now())
      restsUntil = now() + restMs
      if (status === 429) rate.rejected(restMs)
      if (status === 429) throw tooOften(name, restMs)
    }
    const refused = status === 401 || status === 403
    throw new KitError('unavailable', {
      message: refused ? `${name} rejected our API key.` : `${name} answered ${status}.`,
    })
  }
}

const tooOften = (name: string, restMs: number) =>
  new KitError('too_many_requests', {
    message: `${name} is rate limiting this server.`,
    cause: { retryAfterS: Math.ceil(restMs / 1_000) },
  })

/** The error for a response that does not match the documented schema. */
export function brokenAnswer(name: string): KitError {
  return new KitError('unavailable', { message: `${name} returned an invalid response.` })
}
