import { defaulted, hasProtocol, oneOf, optional, type Settings, secret, whole } from './setting.ts'

const pairs = /^\s*[\w-]+=[^,]+(?:,\s*[\w-]+=[^,]+)*\s*$/
const hostList = /^\s*[\w.-]+(?::\d+)?(?:\s*,\s*[\w.-]+(?::\d+)?)*\s*$/

/** Traces and metrics for a collector, of the API and the relay. */
export const telemetrySettings = {
  OTEL_EXPORTER_OTLP_ENDPOINT: optional(
    'a URL like http://127.0.0.1:4318',
    'An OpenTelemetry collector (OTLP over HTTP, as JSON) that gets [traces and metrics](observability.md#opentelemetry); off without one.',
    hasProtocol(/^https?:$/),
  ),
  OTEL_EXPORTER_OTLP_HEADERS: secret(
    optional('name=value, with commas in between', 'Headers for the collector, such as its key.', pairs),
  ),
  OTEL_TRACES_SAMPLER_ARG: defaulted(
    'a number from 0 to 1',
    '0.01',
    'The share of requests that are traced.',
    /^(?:0(?:\.\d{1,6})?|1(?:\.0{1,6})?)$/,
  ),
  OTEL_METRIC_EXPORT_INTERVAL: whole(1_000, 3_600_000, 60_000, 'Milliseconds between two exports of metrics.'),
  TRACE_CALLERS: oneOf(
    ['join', 'trust'],
    'join',
    'What a caller’s `traceparent` decides: `join` makes its trace ours, and we sample; with `trust` the caller decides about sampling too, for servers that only your own proxy reaches.',
  ),
  TRACE_HOSTS: defaulted(
    'hosts with commas between them',
    '',
    'Nodes and bundlers of yours that get a `traceparent`; others learn nothing of your traces.',
    (text) => text === '' || hostList.test(text),
  ),
} satisfies Settings
