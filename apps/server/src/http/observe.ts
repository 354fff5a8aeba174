import { randomUUID } from 'node:crypto'
import { createMiddleware } from 'hono/factory'
import { matchedRoutes } from 'hono/route'
import type { Metrics } from '../createMetrics.ts'
import type { Log } from '../log/createLog.ts'
import { describeError } from '../log/describeError.ts'
import type { Tracer } from '../telemetry/createTracer.ts'
import { readTraceparent } from '../telemetry/traceparent.ts'
import type { Environment, RequestContext } from './environment.ts'

/** Gives each request an id, counts it, and logs it by its route's pattern: never by its URL, which may name a person. */
export function observe(log: Log, metrics: Metrics, tracer?: Tracer) {
  return createMiddleware<Environment>(async (c, next) => {
    const requestId = randomUUID()
    c.set('requestId', requestId)
    // Before there is a response: setting a header later makes Hono build the response again, with its body as a stream.
    c.header('X-Request-Id', requestId)
    const began = performance.now()
    metrics.inFlight.inc()
    const span = tracer?.startRoot({ name: 'request', kind: 'server' }, readTraceparent(c.req.header('traceparent')))
    try {
      await (span ? span.run(next) : next())
    } finally {
      metrics.inFlight.dec()
      const ms = performance.now() - began
      const labels = { method: methodOf(c), route: routeOf(c), status: c.res.status }
      metrics.duration.observe(labels, ms / 1_000)
      const project = c.get('project')?.id
      if (project !== undefined) metrics.projects?.observe(project, labels.status, ms)
      span?.end(describeRequest(labels, project))
      const traceId = span?.context.isSampled ? span.context.traceId : undefined
      const line = { requestId, traceId, ...labels, ms: Math.round(ms * 10) / 10, project }
      if (c.res.status >= 500) log.error({ ...line, ...(c.error && { error: describeError(c.error) }) }, 'request')
      else log.info(line, 'request')
    }
  })
}

type RequestLabels = { method: string; route: string; status: number }

/** A request's span, by OpenTelemetry's names: its pattern, never its URL, and nothing about the caller. */
const describeRequest = ({ method, route, status }: RequestLabels, project: string | undefined) => ({
  name: `${method} ${route}`,
  attributes: {
    'http.request.method': method,
    'http.route': route,
    'http.response.status_code': status,
    'billfold.project': project,
  },
  isFailed: status >= 500,
})

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** A method's name, or OTHER: callers may make names up. */
function methodOf(c: RequestContext): string {
  return methods.has(c.req.method) ? c.req.method : 'OTHER'
}

/** The pattern of the handler that a request reached; middleware, which matches everything, does not count. */
function routeOf(c: RequestContext): string {
  return matchedRoutes(c).findLast(({ path }) => !path.endsWith('*'))?.path ?? '(none)'
}
