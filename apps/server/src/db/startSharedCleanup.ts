import { type Kysely, sql } from 'kysely'
import type { Registry } from 'prom-client'
import type { Log } from '../log/createLog.ts'
import { createRetries, type Retries, runSteps } from '../process/createRetries.ts'
import type { Schema } from './schema.ts'

/** Deletes expired rows that servers shared. */
export const tidyShared = (db: Kysely<Schema>, retries: Retries): Promise<void> =>
  runSteps(retries, {
    'delete shared_texts': () => sql`delete from shared_texts where until < now()`.execute(db),
    'delete shared_limits': () =>
      sql`delete from shared_limits where full_step <= ceil(extract(epoch from now()) / 600)::bigint
        and full_at < extract(epoch from now()) * 1000`.execute(db),
  })

/** Tidies once a minute until it is stopped. */
export function startTidyingShared(db: Kysely<Schema>, register: Registry, log: Log): { stop(): void } {
  const retries = createRetries({ loop: 'shared', register, log })
  const timer = setInterval(() => void tidyShared(db, retries), 60_000)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}
