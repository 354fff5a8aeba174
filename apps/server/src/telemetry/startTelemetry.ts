import { randomUUID } from 'node:crypto'
import type { Registry } from 'prom-client'
import type { Log } from '../log/createLog.ts'
import { createExporter } from './createExporter.ts'
import { createTracer, type Tracer } from './createTracer.ts'
import type { TelemetryConfig } from './readTelemetry.ts'

/** Traces and metrics on their way to a collector. */
export type Telemetry = {
  tracer: Tracer
  watch(register: Registry): void
  close(): Promise<void>
}

/** Starts to report to the operator's collector. Loaded only where there is one. */
export function startTelemetry(config: TelemetryConfig, service: string, log: Log): Telemetry {
  const resource = { service, instance: randomUUID() }
  const exporter = createExporter({ ...config, resource, log })
  const tracer = createTracer({ ...config, onEnd: exporter.add })
  return { tracer, watch: exporter.watch, close: exporter.close }
}
