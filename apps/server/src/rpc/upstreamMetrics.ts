import { Gauge, Histogram, type Registry } from 'prom-client'
import type { Tracer } from '../telemetry/createTracer.ts'

/** The outcome of an upstream request. `busy`: it is rate limiting. */
type UpstreamOutcome = 'ok' | 'busy' | 'failed' | 'timeout' | 'aborted'

/** The upstream, and its chain. */
type Upstream = { upstream: string; chain: string }

/** The content of a request to a node: a method of our own tables, and the number of calls. */
type UpstreamCall = { 'rpc.method'?: string | undefined; 'rpc.calls'?: number }

/** One attempt: ends with its outcome; `headers` continue the trace at hosts of the operator. */
type Attempt = ((outcome: UpstreamOutcome) => void) & {
  headers: (url: string) => Record<string, string> | undefined
}

export type UpstreamMetrics = ReturnType<typeof createUpstreamMetrics>

/** Metrics of all requests to upstreams: by upstream and chain, never by URL. */
export function createUpstreamMetrics(register: Registry, tracer?: Tracer) {
  const registers = [register]
  const duration = new Histogram({
    name: 'upstream_request_duration_seconds',
    help: 'Time of requests to upstreams (rpc, bundler, a source), by outcome',
    labelNames: ['upstream', 'chain', 'outcome'],
    buckets: [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  })
  const watched: (() => readonly Upstream[])[] = []
  new Gauge({
    name: 'upstream_circuits_open',
    help: 'Upstreams that are not asked now because they kept failing',
    labelNames: ['upstream', 'chain'],
    registers,
    collect() {
      this.reset()
      for (const resting of watched) for (const one of resting()) this.inc(one)
    },
  })
  return {
    /** Starts the timer of one attempt, and its span if the request is traced; call the result with its outcome. */
    begin(upstream: string, chain: string, call?: UpstreamCall): Attempt {
      const stop = duration.startTimer({ upstream, chain })
      const attributes = { 'billfold.upstream': upstream, 'billfold.chain': chain, ...call }
      const span = tracer?.startChild({ name: `${upstream} ${chain}`, kind: 'client', attributes })
      const done = (outcome: UpstreamOutcome) => {
        stop({ outcome })
        span?.end({
          attributes: { 'billfold.outcome': outcome },
          isFailed: outcome === 'failed' || outcome === 'timeout',
        })
      }
      return Object.assign(done, { headers: (url: string) => tracer?.headersFor(url, span) })
    },
    /** Tells the gauge how to list open circuits. */
    watch: (resting: () => readonly Upstream[]) => void watched.push(resting),
  }
}
