import { Gauge, Histogram, type Registry } from 'prom-client'

/** The outcome of an upstream request. `busy`: it is rate limiting. */
type UpstreamOutcome = 'ok' | 'busy' | 'failed' | 'timeout' | 'aborted'

/** The upstream, and its chain. */
type Upstream = { upstream: string; chain: string }

export type UpstreamMetrics = ReturnType<typeof createUpstreamMetrics>

/** Metrics of all requests to upstreams: by upstream and chain, never by URL. */
export function createUpstreamMetrics(register: Registry) {
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
    /** Starts the timer of one attempt; call the result with its outcome. */
    begin(upstream: string, chain: string) {
      const stop = duration.startTimer({ upstream, chain })
      return (outcome: UpstreamOutcome) => void stop({ outcome })
    },
    /** Tells the gauge how to list open circuits. */
    watch: (resting: () => readonly Upstream[]) => void watched.push(resting),
  }
}
