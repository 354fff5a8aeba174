import { randomUUID } from 'node:crypto'
import { createMiddleware } from 'hono/factory'
import { matchedRoutes } from 'hono/route'
import type { Metrics } from '../createMetrics.ts'
import type { Log } from '../log/createLog.ts'
import { describeError } from '../log/describeError.ts'
import type { Environment, RequestContext } from './environment.ts'

/** Gives each request an id, counts it, and logs it by its route's pattern: never by its URL, which may name a person. */
export function observe(log: Log, metrics: Metrics) {
  return createMiddleware<Environment>(async (c, next) => {
    const requestId = randomUUID()
    c.set('requestId', requestId)
    // Before there is a response: setting a header later makes Hono build the response again, with its body as a stream.
    c.header('X-Request-Id', requestId)
    const began = performance.now()
    metrics.inFlight.inc()
    try {
      await next()
    } finally {
      metrics.inFlight.dec()
      const ms = performance.now() - began
      const labels = { method: methodOf(c), route: routeOf(c), status: c.res.status }
      metrics.duration.observe(labels, ms / 1_000)
      const line = { requestId, ...labels, ms: Math.round(ms * 10) / 10, project: c.get('project')?.id }
      if (c.res.status >= 500) log.error({ ...line, ...(c.error && { error: describeError(c.error) }) }, 'request')
      else log.info(line, 'request')
    }
  })
}

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** A method's name, or OTHER: callers may make names up. */
function methodOf(c: RequestContext): string {
  return methods.has(c.req.method) ? c.req.method : 'OTHER'
}

/** The pattern of the handler that a request reached; middleware, which matches everything, does not count. */
function routeOf(c: RequestContext): string {
  return matchedRoutes(c).findLast(({ path }) => !path.endsWith('*'))?.path ?? '(none)'
}
