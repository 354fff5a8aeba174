import type { Attributes, SpanKind, SpanRecord } from './createTracer.ts'

/** The program that reports. */
export type Resource = { service: string; instance: string }

// The encoding is OTLP 1.x over HTTP as JSON: identifiers in hex, enums as numbers, 64-bit integers as text.
const kinds: Readonly<Record<SpanKind, number>> = { internal: 1, server: 2, client: 3 }
const failed = 2

/** An `ExportTraceServiceRequest`. */
export const otlpTraces = (resource: Resource, spans: readonly SpanRecord[]) => ({
  resourceSpans: [{ resource: otlpResource(resource), scopeSpans: [{ scope, spans: spans.map(otlpSpan) }] }],
})

const otlpSpan = (span: SpanRecord) => ({
  traceId: span.traceId,
  spanId: span.spanId,
  ...(span.parentId && { parentSpanId: span.parentId }),
  name: span.name,
  kind: kinds[span.kind],
  startTimeUnixNano: nanoseconds(span.startMs),
  endTimeUnixNano: nanoseconds(span.endMs),
  attributes: otlpAttributes(span.attributes),
  ...(span.isFailed && { status: { code: failed } }),
})

export const scope = { name: 'billfold' }

export const otlpResource = ({ service, instance }: Resource) => ({
  attributes: otlpAttributes({
    'service.name': service,
    'service.instance.id': instance,
  }),
})

export const otlpAttributes = (attributes: Attributes) =>
  Object.entries(attributes).flatMap(([key, value]) => (value === undefined ? [] : [{ key, value: otlpValue(value) }]))

const otlpValue = (value: string | number) => {
  if (typeof value === 'string') return { stringValue: value }
  return Number.isSafeInteger(value) ? { intValue: String(value) } : { doubleValue: value }
}

/** Milliseconds as nanoseconds, which a double does not hold: to the microsecond. */
export const nanoseconds = (ms: number): string => `${Math.round(ms * 1_000)}000`
