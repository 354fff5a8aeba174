import { type Kysely, sql } from 'kysely'
import type { Registry } from 'prom-client'
import type { Schema } from '../db/schema.ts'
import type { Log } from '../log/createLog.ts'
import { createRetries, type Retries, runSteps } from '../process/createRetries.ts'
import { dayOf } from './recordEvent.ts'

// Any fixed number will do, as long as every server uses the same one.
const lockId = 4_102_000_002
const batch = 5_000
const dayMs = 86_400_000

/** Deletes events older than `days` and the salts of days that are over; returns how many events, or undefined if another server is at it. */
export async function cleanUp(
  db: Kysely<Schema>,
  days: number,
  retries: Retries,
  now = new Date(),
): Promise<number | undefined> {
  const before = new Date(now.getTime() - days * dayMs)
  let deleted: number | undefined
  await runSteps(retries, {
    'delete analytics_salts': () =>
      withLock(db, (tx) => sql`delete from analytics_salts where day < ${dayOf(now)}`.execute(tx)),
    'delete analytics_usage': () =>
      withLock(db, (tx) => sql`delete from analytics_usage where day < ${dayOf(now)}::date - 1`.execute(tx)),
    // In small steps, each its own transaction: a long delete would hold up what is being written.
    async 'delete analytics_events'() {
      for (let count = batch; count === batch; ) {
        const result = await withLock(db, (tx) =>
          sql`delete from analytics_events where ctid = any (array(
            select ctid from analytics_events where received_at < ${before} order by received_at limit ${sql.lit(batch)}))`.execute(
            tx,
          ),
        )
        if (!result) return
        count = Number(result.numAffectedRows ?? 0)
        deleted = (deleted ?? 0) + count
      }
    },
  })
  return deleted
}

/** Runs the task in a transaction, unless another server is cleaning up. */
const withLock = <T>(db: Kysely<Schema>, task: (tx: Kysely<Schema>) => Promise<T>): Promise<T | undefined> =>
  db.transaction().execute(async (tx) => {
    const { rows } = await sql<{
      mine: boolean
    }>`select pg_try_advisory_xact_lock(${sql.lit(lockId)}) as mine`.execute(tx)
    return rows[0]?.mine ? task(tx) : undefined
  })

type Reporting = { register: Registry; log: Log }

/** Cleans up now and once a day until it is stopped. */
export function startCleanUp(
  db: Kysely<Schema>,
  days: number,
  { register, log }: Reporting,
): { stop(): Promise<void> } {
  const retries = createRetries({ loop: 'analytics', register, log })
  let running = Promise.resolve()
  const run = () => {
    running = cleanUp(db, days, retries).then((deleted) => {
      if (deleted) log.info({ deleted }, 'old analytics deleted')
    })
  }
  run()
  const timer = setInterval(run, dayMs)
  timer.unref()
  return {
    stop: async () => {
      clearInterval(timer)
      await running
    },
  }
}
