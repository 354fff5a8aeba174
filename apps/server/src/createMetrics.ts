import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { createProjectMetrics } from './projects/createProjectMetrics.ts'
import { createUpstreamMetrics } from './rpc/upstreamMetrics.ts'
import type { Tracer } from './telemetry/createTracer.ts'

export type Metrics = ReturnType<typeof createMetrics>
/** The part of a database that is worth watching. */
type Connections = { pool: { totalCount: number; idleCount: number }; waitingCount(): number }

type MetricsOptions = {
  /** How many projects are labels. */
  maxProjects?: number
  tracer?: Tracer | undefined
}

/** The server's numbers for Prometheus; every label is one of a known few, never something a caller wrote. */
export function createMetrics(database?: Connections, { maxProjects = 0, tracer }: MetricsOptions = {}) {
  const register = new Registry()
  const registers = [register]
  // Numbers of the process belong to a server that runs; an app in a test has neither them nor a pool.
  if (database) {
    const { pool } = database
    collectDefaultMetrics({ register })
    new Gauge({
      name: 'db_pool_connections',
      help: 'Connections to the database, by what they do; "waiting" counts requests without one',
      labelNames: ['state'],
      registers,
      collect() {
        this.set({ state: 'busy' }, pool.totalCount - pool.idleCount)
        this.set({ state: 'idle' }, pool.idleCount)
        this.set({ state: 'waiting' }, database.waitingCount())
      },
    })
  }
  return {
    register,
    upstream: createUpstreamMetrics(register, tracer),
    projects: maxProjects > 0 ? createProjectMetrics(register, maxProjects) : undefined,
    duration: new Histogram({
      name: 'http_request_duration_seconds',
      help: 'Time from a request to its response',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
      registers,
    }),
    inFlight: new Gauge({ name: 'http_requests_in_flight', help: 'Requests in flight', registers }),
    quotesRefused: new Counter({
      name: 'swap_quotes_refused_total',
      help: 'Quotes of a source that were not offered because something about them could not be true, by what it was',
      labelNames: ['source', 'chain', 'reason'],
      registers,
    }),
    eventsDropped: new Counter({
      name: 'analytics_events_dropped_total',
      help: 'Analytics events that were not stored, because their project or client had stored its share of the day',
      labelNames: ['share'],
      registers,
    }),
    limited: new Counter({
      name: 'http_requests_limited_total',
      help: 'Requests refused for their rate',
      labelNames: ['by'],
      registers,
    }),
  }
}
