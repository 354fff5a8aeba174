import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import * as z from 'zod'

// OTLP 1.x over HTTP as JSON, with nothing that the protocol does not have:
// https://github.com/open-telemetry/opentelemetry-proto, opentelemetry/proto/{trace,metrics,common}/v1
const integer = z.string().regex(/^-?\d{1,20}$/)
const value = z.union([
  z.strictObject({ stringValue: z.string() }),
  z.strictObject({ intValue: integer }),
  z.strictObject({ doubleValue: z.number() }),
])
const attributes = z.array(z.strictObject({ key: z.string().min(1), value }))
const resource = z.strictObject({ attributes })
const scope = z.strictObject({ name: z.string() })
const spanId = z.string().regex(/^[0-9a-f]{16}$/)
const span = z.strictObject({
  traceId: z.string().regex(/^[0-9a-f]{32}$/),
  spanId,
  parentSpanId: z.optional(spanId),
  name: z.string().min(1),
  kind: z.int().min(1).max(5),
  startTimeUnixNano: integer,
  endTimeUnixNano: integer,
  attributes,
  status: z.optional(z.strictObject({ code: z.int().min(0).max(2) })),
})
const stamp = { attributes, startTimeUnixNano: integer, timeUnixNano: integer }
const numbers = z.array(z.strictObject({ ...stamp, asDouble: z.number() }))
const aggregationTemporality = z.literal(2)
const histogram = z
  .strictObject({
    ...stamp,
    count: integer,
    sum: z.number(),
    bucketCounts: z.array(integer),
    explicitBounds: z.array(z.number()),
  })
  .refine(({ bucketCounts, explicitBounds }) => bucketCounts.length === explicitBounds.length + 1)
  .refine(({ bucketCounts, count }) => bucketCounts.reduce((sum, one) => sum + BigInt(one), 0n) === BigInt(count))
const head = { name: z.string().min(1), description: z.string() }
const metric = z.union([
  z.strictObject({
    ...head,
    sum: z.strictObject({ dataPoints: numbers, aggregationTemporality, isMonotonic: z.boolean() }),
  }),
  z.strictObject({ ...head, gauge: z.strictObject({ dataPoints: numbers }) }),
  z.strictObject({
    ...head,
    histogram: z.strictObject({ dataPoints: z.array(histogram), aggregationTemporality }),
  }),
])
const traces = z.strictObject({
  resourceSpans: z.array(
    z.strictObject({ resource, scopeSpans: z.array(z.strictObject({ scope, spans: z.array(span) })) }),
  ),
})
const metrics = z.strictObject({
  resourceMetrics: z.array(
    z.strictObject({ resource, scopeMetrics: z.array(z.strictObject({ scope, metrics: z.array(metric) })) }),
  ),
})

export type CollectedSpan = z.infer<typeof span> & { service: string }

/** An OpenTelemetry collector for tests: answers 400 to what the protocol does not have, and keeps the rest. */
export async function startTestCollector() {
  const spans: CollectedSpan[] = []
  const names = new Set<string>()
  const bodies: { path: string; text: string; headers: NodeJS.Dict<string | string[]> }[] = []
  const faults: string[] = []
  let status = 200

  function keep(path: string, text: string) {
    const json: unknown = JSON.parse(text)
    if (path === '/v1/traces')
      for (const { resource: of, scopeSpans } of traces.parse(json).resourceSpans) {
        const service = of.attributes.find(({ key }) => key === 'service.name')?.value
        for (const one of scopeSpans.flatMap((each) => each.spans))
          spans.push({ ...one, service: service && 'stringValue' in service ? service.stringValue : '' })
      }
    else
      for (const { scopeMetrics } of metrics.parse(json).resourceMetrics)
        for (const one of scopeMetrics.flatMap((each) => each.metrics)) names.add(one.name)
  }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const text = String(Buffer.concat(chunks))
      const path = request.url ?? ''
      bodies.push({ path, text, headers: request.headers })
      if (status !== 200) return void response.writeHead(status).end()
      try {
        keep(path, text)
        response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
      } catch (e) {
        faults.push(String(e))
        response.writeHead(400).end()
      }
    })
  }).listen(0, '127.0.0.1')
  await new Promise((done) => server.once('listening', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    /** The names of the metrics. */
    names,
    bodies,
    /** Its errors for requests that are no OTLP. */
    faults,
    /** Answers everything with this status from now on. */
    answer(next: number) {
      status = next
    },
    attribute(one: CollectedSpan | undefined, key: string): string | number | undefined {
      const own = one?.attributes.find((each) => each.key === key)?.value
      if (!own) return undefined
      return 'stringValue' in own ? own.stringValue : Number('intValue' in own ? own.intValue : own.doubleValue)
    },
    close: () => new Promise((done) => server.close(done).closeAllConnections()),
  }
}

export type TestCollector = Awaited<ReturnType<typeof startTestCollector>>
