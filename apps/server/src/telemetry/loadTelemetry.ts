import type { OpenDatabase } from '../db/openDatabase.ts'
import type { Log } from '../log/createLog.ts'
import type { TelemetryConfig } from './readTelemetry.ts'
import type { Telemetry } from './startTelemetry.ts'

/** Starts telemetry for a program and its databases. Without a collector, none of its code is loaded. */
export async function loadTelemetry(
  config: TelemetryConfig,
  service: string,
  log: Log,
  databases: readonly Pick<OpenDatabase, 'pool'>[],
): Promise<Telemetry> {
  const [{ startTelemetry }, { traceStatements }] = await Promise.all([
    import('./startTelemetry.ts'),
    import('./traceStatements.ts'),
  ])
  const telemetry = startTelemetry(config, service, log)
  for (const { pool } of databases) traceStatements(pool, telemetry.tracer)
  return telemetry
}
