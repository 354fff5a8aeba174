import { schemaOf } from '@billfold/protocol/settings/setting'
import { telemetrySettings } from '@billfold/protocol/settings/telemetrySettings'
import { readEnvironment } from '../process/readEnvironment.ts'

export type TelemetryConfig = NonNullable<ReturnType<typeof readTelemetry>>

/** The operator's collector; undefined without one. */
export function readTelemetry(env: NodeJS.ProcessEnv) {
  const e = readEnvironment(schemaOf(telemetrySettings), env)
  if (!e.OTEL_EXPORTER_OTLP_ENDPOINT) return undefined
  return {
    endpoint: e.OTEL_EXPORTER_OTLP_ENDPOINT.replace(/\/$/, ''),
    headers: readHeaders(e.OTEL_EXPORTER_OTLP_HEADERS ?? ''),
    share: Number(e.OTEL_TRACES_SAMPLER_ARG),
    metricsEveryMs: e.OTEL_METRIC_EXPORT_INTERVAL,
    isCallerTrusted: e.TRACE_CALLERS === 'trust',
    hosts: new Set(listOf(e.TRACE_HOSTS)),
  }
}

const listOf = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)

/** As OpenTelemetry writes them: names and percent-encoded values. */
const readHeaders = (text: string): Record<string, string> =>
  Object.fromEntries(
    listOf(text).map((pair) => {
      const at = pair.indexOf('=')
      return [pair.slice(0, at).trim(), decode(pair.slice(at + 1).trim())]
    }),
  )

function decode(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value // a percent sign that encodes nothing
  }
}
