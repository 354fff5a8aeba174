import { Counter, type Registry } from 'prom-client'
import type { Log } from '../log/createLog.ts'
import type { SpanRecord } from './createTracer.ts'
import { otlpMetrics } from './otlpMetrics.ts'
import { otlpTraces, type Resource } from './otlpTraces.ts'

type Options = {
  /** The collector's base URL: `/v1/traces` and `/v1/metrics` follow. */
  endpoint: string
  headers: Readonly<Record<string, string>>
  resource: Resource
  log: Log
  metricsEveryMs: number
  spansEveryMs?: number
  deadlineMs?: number
}

/** Spans that wait for the collector: more are dropped and counted. */
const maxQueued = 4_096
const maxBatch = 512
/** Responses after which the same request may succeed. */
const passing = new Set([429, 502, 503, 504])

/** Sends spans and metrics to a collector by OTLP over HTTP. Never makes anyone wait, and drops what it cannot send. */
export function createExporter(options: Options) {
  const { endpoint, headers, resource, log, metricsEveryMs, spansEveryMs = 2_000, deadlineMs = 5_000 } = options
  const startMs = performance.timeOrigin
  let queue: SpanRecord[] = []
  let register: Registry | undefined
  let spans: Counter<'outcome'> | undefined
  let isSending = false
  let isDown = false

  /** Whether the collector took it, and otherwise whether to try again. */
  async function post(path: string, body: unknown): Promise<'taken' | 'rejected' | 'retry'> {
    try {
      const response = await fetch(endpoint + path, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(body),
        redirect: 'error',
        signal: AbortSignal.timeout(deadlineMs),
      })
      await response.body?.cancel()
      report(response.ok ? undefined : `status ${response.status}`)
      return response.ok ? 'taken' : passing.has(response.status) ? 'retry' : 'rejected'
    } catch {
      report('no connection')
      return 'retry'
    }
  }

  /** Logs the first failure and the recovery, not every attempt. */
  function report(problem: string | undefined) {
    if (problem && !isDown) log.warn({ problem }, 'telemetry not delivered')
    if (!problem && isDown) log.info('telemetry delivered again')
    isDown = problem !== undefined
  }

  async function sendSpans() {
    if (isSending) return
    isSending = true
    try {
      while (queue.length > 0) {
        const batch = queue.slice(0, maxBatch)
        const outcome = await post('/v1/traces', otlpTraces(resource, batch))
        // The next round tries again; the queue's limit bounds how long.
        if (outcome === 'retry') return
        queue = queue.slice(batch.length)
        spans?.inc({ outcome: outcome === 'taken' ? 'sent' : 'rejected' }, batch.length)
      }
    } finally {
      isSending = false
    }
  }

  async function sendMetrics() {
    if (!register) return
    const metrics = await register.getMetricsAsJSON()
    await post('/v1/metrics', otlpMetrics(resource, metrics, { startMs, nowMs: Date.now() }))
  }

  const timers = [
    setInterval(() => void sendSpans(), spansEveryMs).unref(),
    setInterval(() => void sendMetrics(), metricsEveryMs).unref(),
  ]
  return {
    add(span: SpanRecord) {
      if (queue.length >= maxQueued) spans?.inc({ outcome: 'dropped' })
      else queue.push(span)
    },
    /** Begins to send a process's metrics, and counts spans among them. */
    watch(registry: Registry) {
      register = registry
      spans = new Counter({
        name: 'telemetry_spans_total',
        help: 'Spans for the collector, by outcome: sent, rejected, dropped',
        labelNames: ['outcome'],
        registers: [registry],
      })
    },
    /** Sends what is left, once. */
    async close() {
      for (const timer of timers) clearInterval(timer)
      await Promise.all([sendSpans(), sendMetrics()])
    },
  }
}
