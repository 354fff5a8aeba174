import { Counter, Gauge, type Registry } from 'prom-client'
import type { Log } from '../log/createLog.ts'
import { describeError } from '../log/describeError.ts'

/** Runs the rows of a background loop, so that one that fails delays only itself. */
export type Retries = {
  /** Runs a row's task, unless it failed so recently that it is not due yet. Resolves to whether it succeeded. */
  run(row: string, task: () => Promise<unknown>): Promise<boolean>
  /** Rows with this beginning that failed, without it; those that are not due yet are `resting`. */
  failed(beginning: string): { name: string; isResting: boolean }[]
}

const minDelayMs = 2_000
const maxDelayMs = 600_000
/** Failing rows that metrics name; further ones only count. */
const maxNamedRows = 100
/** Rows that never return (deleted, or taken over by another server) are dropped after this. */
const maxAgeMs = 2 * maxDelayMs

type Options = { loop: string; register: Registry; log: Log; now?: () => number }

export function createRetries({ loop, register, log, now = Date.now }: Options): Retries {
  const { failures, failing } = metricsOf(register)
  const rows = new Map<string, { count: number; retryAt: number }>()

  const forget = (row: string) => {
    if (rows.delete(row)) failing.remove({ loop, row })
  }
  const forgetOld = () => {
    for (const [row, { retryAt }] of rows) if (retryAt + maxAgeMs < now()) forget(row)
  }

  return {
    failed: (beginning) =>
      [...rows].flatMap(([row, { retryAt }]) =>
        row.startsWith(beginning) ? { name: row.slice(beginning.length), isResting: retryAt > now() } : [],
      ),
    async run(row, task) {
      const before = rows.get(row)
      if (before && before.retryAt > now()) return false
      try {
        await task()
        forget(row)
        return true
      } catch (e) {
        forgetOld()
        const count = (before?.count ?? 0) + 1
        rows.delete(row)
        rows.set(row, { count, retryAt: now() + Math.min(maxDelayMs, minDelayMs * 2 ** Math.min(count - 1, 20)) })
        failures.inc({ loop })
        if (rows.size <= maxNamedRows) failing.set({ loop, row }, count)
        log.warn({ loop, row, failures: count, error: describeError(e) }, 'background task failed')
        return false
      }
    },
  }
}

/** Runs the steps of a cleanup loop in their order. One that fails prevents no later one, and metrics name it. */
export async function runSteps(retries: Retries, steps: Record<string, () => Promise<unknown>>): Promise<void> {
  for (const [name, step] of Object.entries(steps)) await retries.run(name, step)
}

/** Loops share the two metrics, and a registry takes a name once. */
function metricsOf(register: Registry) {
  const failures = register.getSingleMetric('background_failures_total') as Counter<'loop'> | undefined
  const failing = register.getSingleMetric('background_row_failures') as Gauge<'loop' | 'row'> | undefined
  return {
    failures:
      failures ??
      new Counter({
        name: 'background_failures_total',
        help: 'Failed tasks of background loops',
        labelNames: ['loop'],
        registers: [register],
      }),
    failing:
      failing ??
      new Gauge({
        name: 'background_row_failures',
        help: 'Consecutive failures of each row that is failing now',
        labelNames: ['loop', 'row'],
        registers: [register],
      }),
  }
}
