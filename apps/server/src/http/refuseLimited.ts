import { randomUUID } from 'node:crypto'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Metrics } from '../createMetrics.ts'
import type { Limiter, Quota, Verdict } from '../limits/createMemoryLimiter.ts'
import { refusalOf } from '../limits/takeForClient.ts'
import type { Log } from '../log/createLog.ts'
import { exposedHeaders } from './admitProject.ts'
import { errorBody } from './answerError.ts'
import { clientOf } from './clientAddress.ts'
import { rateLimitPolicy, rateLimitState, tooManyRequests } from './limits.ts'

type Deps = {
  limiter: Limiter
  clientQuota: Quota
  trustProxy: number
  metrics: Pick<Metrics, 'limited'>
  log: Log
  isLeaving?: () => boolean
}

/** Paths without a limit, for the operator's machines. */
const unlimited = /^\/(?:health|ready|metrics)(?:$|\?)/
/** Refusals are logged together. */
const logEveryMs = 1_000

/**
 * Rejects clients that are known to be over their limit before any middleware runs: a client that sends too much should
 * cost next to nothing. The response is the middleware's own, header by header; those who may have room go on to it.
 */
export function refuseLimited(listener: RequestListener, headers: Readonly<Record<string, string>>, deps: Deps) {
  const { limiter, clientQuota, trustProxy, metrics } = deps
  const fixed = {
    ...headers,
    'Content-Type': 'application/json',
    'RateLimit-Policy': rateLimitPolicy('client', clientQuota),
  }
  const bodies = new Map<number, string>()
  const bodyOf = (seconds: number): string => {
    const body = bodies.get(seconds) ?? JSON.stringify(errorBody(tooManyRequests('client', seconds)))
    // Seconds of a window: few.
    if (bodies.size < 1_000) bodies.set(seconds, body)
    return body
  }
  const count = countRefusals(deps.log)

  function refuse(request: IncomingMessage, response: ServerResponse, verdict: Verdict): void {
    const { method, headers: sent } = request
    const isPreflight = method === 'OPTIONS' && sent['access-control-request-method'] !== undefined
    const body = bodyOf(verdict.resetSeconds)
    response.writeHead(429, {
      ...fixed,
      'X-Request-Id': randomUUID(),
      Vary: 'Origin',
      ...(sent.origin && !isPreflight && corsOf(sent.origin)),
      RateLimit: rateLimitState('client', verdict),
      'Retry-After': String(verdict.resetSeconds),
      'Content-Length': String(body.length),
      ...(deps.isLeaving?.() && { Connection: 'close' }),
    })
    response.end(method === 'HEAD' ? undefined : body)
    metrics.limited.inc(byClient)
    count()
  }

  return (request: IncomingMessage, response: ServerResponse): void => {
    const verdict = unlimited.test(request.url ?? '')
      ? undefined
      : refusalOf(limiter, 'client:', clientOf(request, trustProxy), clientQuota)
    if (verdict) refuse(request, response, verdict)
    else void listener(request, response)
  }
}

const byClient = { by: 'client' } as const
const corsOf = (origin: string) => ({
  'Access-Control-Allow-Origin': origin,
  'Access-Control-Expose-Headers': exposedHeaders,
})

/** Counts refusals for the log, which gets one line a second. */
function countRefusals(log: Log): () => void {
  let requests = 0
  const flush = () => {
    log.info({ requests, status: 429 }, 'requests over the limit')
    requests = 0
  }
  return () => {
    requests += 1
    if (requests === 1) setTimeout(flush, logEveryMs).unref()
  }
}
