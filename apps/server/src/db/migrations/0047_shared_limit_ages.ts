import { type Kysely, sql } from 'kysely'

/** Limits that are full again are found by an index, instead of by reading all of them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Ten minutes have one number: it rarely changes while a limit is in use, and so keeps the updates of its row cheap (HOT).
  await sql`alter table shared_limits
    add column full_step bigint generated always as (ceil(full_at / 600000)) stored`.execute(db)
  await sql`create index shared_limits_full_step on shared_limits (full_step)`.execute(db)
}
