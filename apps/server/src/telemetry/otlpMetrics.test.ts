import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import { expect, it } from 'vitest'
import { otlpMetrics, type PrometheusMetrics } from './otlpMetrics.ts'

async function exportOf(fill: (register: Registry) => void) {
  const register = new Registry()
  fill(register)
  const metrics = (await register.getMetricsAsJSON()) as unknown as PrometheusMetrics
  const resource = { service: 'billfold-server', instance: 'one' }
  return otlpMetrics(resource, metrics, { startMs: 1_000, nowMs: 2_000 }).resourceMetrics[0]!.scopeMetrics[0]!.metrics
}

it('writes a counter as a cumulative sum', async () => {
  const metrics = await exportOf((register) => {
    new Counter({ name: 'a_total', help: 'As', labelNames: ['by'], registers: [register] }).inc({ by: 'x' }, 3)
  })
  expect(metrics).toEqual([
    {
      name: 'a_total',
      description: 'As',
      sum: {
        aggregationTemporality: 2,
        isMonotonic: true,
        dataPoints: [
          {
            attributes: [{ key: 'by', value: { stringValue: 'x' } }],
            startTimeUnixNano: '1000000000',
            timeUnixNano: '2000000000',
            asDouble: 3,
          },
        ],
      },
    },
  ])
})

it('writes a histogram with a count per bucket, for each set of labels', async () => {
  const metrics = await exportOf((register) => {
    const registers = [register]
    const took = new Histogram({ name: 'took', help: 'Took', labelNames: ['of'], buckets: [1, 5], registers })
    for (const value of [0.5, 0.7, 3, 9]) took.observe({ of: 'x' }, value)
    took.observe({ of: 'y' }, 2)
  })
  expect(metrics).toMatchObject([
    {
      histogram: {
        dataPoints: [
          { count: '4', sum: 13.2, bucketCounts: ['2', '1', '1'], explicitBounds: [1, 5] },
          { count: '1', sum: 2, bucketCounts: ['0', '1', '0'], explicitBounds: [1, 5] },
        ],
      },
    },
  ])
})

it('leaves out a gauge without a number, which JSON cannot hold', async () => {
  const metrics = await exportOf((register) => {
    new Gauge({ name: 'lag', help: 'Lag', registers: [register] }).set(Number.NaN)
  })
  expect(metrics).toMatchObject([{ gauge: { dataPoints: [] } }])
})
