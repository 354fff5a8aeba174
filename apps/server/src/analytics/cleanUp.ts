import { type Kysely, sql } from 'kysely'
import type { Schema } from '../db/schema.ts'
import type { Log } from '../log/createLog.ts'
import { describeError } from '../log/describeError.ts'
import { dayOf } from './recordEvent.ts'

// Any fixed number will do, as long as every server uses the same one.
const lockId = 4_102_000_002
const batch = 5_000
const dayMs = 86_400_000

/** Deletes events older than `days` and the salts of days that are over; undefined when another server is at it. */
export async function cleanUp(db: Kysely<Schema>, days: number, now = new Date()): Promise<number | undefined> {
  const before = new Date(now.getTime() - days * dayMs)
  let deleted = 0
  for (;;) {
    const count = await db.transaction().execute(async (tx) => {
      const { rows } = await sql<{
        mine: boolean
      }>`select pg_try_advisory_xact_lock(${sql.lit(lockId)}) as mine`.execute(tx)
      if (!rows[0]?.mine) return undefined
      await sql`delete from analytics_salts where day < ${dayOf(now)}`.execute(tx)
      await sql`delete from analytics_usage where day < ${dayOf(now)}::date - 1`.execute(tx)
      // In small steps, each its own transaction: a long delete would hold up what is being written.
      const { numAffectedRows } = await sql`delete from analytics_events where ctid = any (array(
        select ctid from analytics_events where received_at < ${before} order by received_at limit ${sql.lit(batch)}))`.execute(
        tx,
      )
      return Number(numAffectedRows ?? 0)
    })
    if (count === undefined) return deleted > 0 ? deleted : undefined
    deleted += count
    if (count < batch) return deleted
  }
}

/** Cleans up now and once a day until stopped; logs a failure, and retries the next day. */
export function startCleanUp(db: Kysely<Schema>, days: number, log: Log): { stop(): Promise<void> } {
  let running = Promise.resolve()
  const run = () => {
    running = cleanUp(db, days).then(
      (deleted) => {
        if (deleted) log.info({ deleted }, 'old analytics deleted')
      },
      (e) => log.warn({ error: describeError(e) }, 'could not delete old analytics'),
    )
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
