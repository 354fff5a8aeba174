import { type Kysely, sql } from 'kysely'
import type { Schema } from './schema.ts'

/** Deletes, once a minute, what servers shared and no one needs any more. */
export function startTidyingShared(db: Kysely<Schema>): { stop(): void } {
  const tidy = async () => {
    await sql`delete from shared_texts where until < now()`.execute(db)
    await sql`delete from shared_limits where full_at < extract(epoch from now()) * 1000`.execute(db)
  }
  // While the database is away there is nothing to tidy; the next time comes.
  const timer = setInterval(() => void tidy().catch(() => {}), 60_000)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}
