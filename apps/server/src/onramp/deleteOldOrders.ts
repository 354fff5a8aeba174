import { type Kysely, sql } from 'kysely'
import type { Registry } from 'prom-client'
import type { Schema } from '../db/schema.ts'
import type { Log } from '../log/createLog.ts'
import { createRetries } from '../process/createRetries.ts'

const batch = 5_000
const dayMs = 86_400_000

/** Deletes purchases whose last change is older than `days`; returns how many. Servers may do so at once. */
export async function deleteOldOrders(db: Kysely<Schema>, days: number, now = new Date()): Promise<number> {
  const before = new Date(now.getTime() - days * dayMs)
  let deleted = 0
  // In small steps, each its own transaction: a long delete would hold up what is being written.
  for (let count = batch; count === batch; deleted += count) {
    const result = await sql`delete from onramp_orders where id in (
      select id from onramp_orders where changed_at < ${before} limit ${sql.lit(batch)} for update skip locked)`.execute(
      db,
    )
    count = Number(result.numAffectedRows ?? 0)
  }
  return deleted
}

/** Deletes them now and once a day until it is stopped. */
export function startDeletingOrders(
  db: Kysely<Schema>,
  days: number,
  { register, log }: { register: Registry; log: Log },
): { stop(): Promise<void> } {
  const retries = createRetries({ loop: 'orders', register, log })
  let running: Promise<unknown> = Promise.resolve()
  const run = () => {
    running = retries.run('delete onramp_orders', async () => {
      const deleted = await deleteOldOrders(db, days)
      if (deleted > 0) log.info({ deleted }, 'old purchases deleted')
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
