import type { MetricObjectWithValues, MetricValue } from 'prom-client'
import { nanoseconds, otlpAttributes, otlpResource, type Resource, scope } from './otlpTraces.ts'

/** The Prometheus metrics of a process, as its client library lists them. */
export type PrometheusMetrics = readonly MetricObjectWithValues<MetricValue<string>>[]
type Times = { startMs: number; nowMs: number }
type Labels = Readonly<Record<string, string | number | undefined>>

/** Counts since the start of the process, as Prometheus has them. */
const cumulative = 2

/** An `ExportMetricsServiceRequest` of what `/metrics` shows, under the same names. */
export const otlpMetrics = (resource: Resource, metrics: PrometheusMetrics, times: Times) => ({
  resourceMetrics: [
    {
      resource: otlpResource(resource),
      scopeMetrics: [{ scope, metrics: metrics.flatMap((metric): object[] => otlpMetric(metric, times)) }],
    },
  ],
})

function otlpMetric(metric: PrometheusMetrics[number], times: Times) {
  // prom-client's types say it is an enum, and its code that it is text.
  const type = String(metric.type)
  const head = { name: metric.name, description: metric.help }
  const stamp = { startTimeUnixNano: nanoseconds(times.startMs), timeUnixNano: nanoseconds(times.nowMs) }
  const points = metric.values.map(({ labels, value }) => ({
    attributes: otlpAttributes(labels),
    ...stamp,
    asDouble: value,
  }))
  if (type === 'counter')
    return [{ ...head, sum: { dataPoints: points, aggregationTemporality: cumulative, isMonotonic: true } }]
  if (type === 'gauge') return [{ ...head, gauge: { dataPoints: points.filter((p) => Number.isFinite(p.asDouble)) } }]
  if (type !== 'histogram') return []
  const dataPoints = histograms(metric.values).map((point) => ({ ...point, ...stamp }))
  return [{ ...head, histogram: { dataPoints, aggregationTemporality: cumulative } }]
}

type Series = { labels: Labels; bounds: number[]; counts: number[]; sum: number; count: number }

/** Prometheus lists a histogram as cumulative counters; OTLP as one point with a count per bucket. */
function histograms(values: readonly (MetricValue<string> & { metricName?: string })[]) {
  const series = new Map<string, Series>()
  for (const { labels, value, metricName = '' } of values) {
    const { le, ...others } = labels as Labels
    const key = JSON.stringify(others)
    const one = series.get(key) ?? { labels: others, bounds: [], counts: [], sum: 0, count: 0 }
    series.set(key, one)
    if (metricName.endsWith('_sum')) one.sum = value
    else if (metricName.endsWith('_count')) one.count = value
    else if (le !== undefined && le !== '+Inf') {
      one.bounds.push(Number(le))
      one.counts.push(value)
    }
  }
  return [...series.values()].map(({ labels, bounds, counts, sum, count }) => ({
    attributes: otlpAttributes(labels),
    count: String(count),
    sum,
    bucketCounts: [...counts, count].map((upTo, at) => String(upTo - (counts[at - 1] ?? 0))),
    explicitBounds: bounds,
  }))
}
