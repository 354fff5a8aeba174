import { KitError } from '@billfold/protocol/error'
import { bodyLimit } from 'hono/body-limit'
import { createMiddleware } from 'hono/factory'
import type { Metrics } from '../createMetrics.ts'
import type { Limiter, Quota, Verdict } from '../limits/createMemoryLimiter.ts'
import { takeForClient } from '../limits/takeForClient.ts'
import type { Environment, RequestContext } from './environment.ts'

type RateOptions = {
  /** The counted subject, which also names the policy in the headers. */
  by: 'client' | 'project'
  key: (c: RequestContext) => string
  quota: Quota
  limiter: Limiter
  metrics: Metrics
}

type Subject = RateOptions['by']

export const rateLimitPolicy = (by: Subject, { limit, windowMs }: Quota): string =>
  `"${by}";q=${limit};w=${windowMs / 1_000}`

export const rateLimitState = (by: Subject, { remaining, resetSeconds }: Omit<Verdict, 'isAllowed'>): string =>
  `"${by}";r=${remaining};t=${resetSeconds}`

export const tooManyRequests = (by: Subject, seconds: number): KitError =>
  new KitError('too_many_requests', { message: `Too many requests from this ${by}: try again in ${seconds} seconds.` })

/** Rejects callers over their limit, and tells everyone how much is left. */
export function limitRate({ by, key, quota, limiter, metrics }: RateOptions) {
  const policy = rateLimitPolicy(by, quota)
  return createMiddleware<Environment>(async (c, next) => {
    const { isAllowed, remaining, resetSeconds } = await (by === 'client'
      ? takeForClient(limiter, 'client:', key(c), quota)
      : limiter.take(`${by}:${key(c)}`, quota))
    c.header('RateLimit-Policy', policy, { append: true })
    c.header('RateLimit', rateLimitState(by, { remaining, resetSeconds }), { append: true })
    if (!isAllowed) {
      metrics.limited.inc({ by })
      c.header('Retry-After', String(resetSeconds))
      throw tooManyRequests(by, resetSeconds)
    }
    await next()
  })
}

/** Rejects a body larger than `bytes`, whether declared or not. */
export function limitBody(bytes: number) {
  const refuse = () => {
    throw new KitError('body_too_large', { message: `The request is larger than ${bytes} bytes.` })
  }
  const readToTheEnd = bodyLimit({ maxSize: bytes, onError: refuse })
  return createMiddleware<Environment>(async (c, next) => {
    // Reading the body turns it into a stream, even if there is none: only an unknown length is worth that.
    if (c.req.method === 'GET' || c.req.method === 'HEAD') return next()
    const length = c.req.header('content-length')
    if (length === undefined || c.req.header('transfer-encoding') !== undefined) return readToTheEnd(c, next)
    return Number(length) > bytes ? refuse() : next()
  })
}

/** Gives a request `ms`, then aborts its signal and answers 504. */
export function limitTime(ms: number) {
  return createMiddleware<Environment>(async (c, next) => {
    const [work, caller] = [new AbortController(), c.req.raw.signal]
    const leave = () => work.abort(caller.reason)
    if (caller.aborted) leave()
    else caller.addEventListener('abort', leave, { once: true })
    c.set('signal', work.signal)
    let timer: NodeJS.Timeout | undefined
    const expiry = new Promise<never>((_, fail) => {
      timer = setTimeout(() => {
        const timeout = new KitError('timeout', { message: `The request took longer than ${ms / 1_000} seconds.` })
        work.abort(timeout)
        fail(timeout)
      }, ms)
    })
    try {
      await Promise.race([next(), expiry])
    } finally {
      clearTimeout(timer)
    }
  })
}
