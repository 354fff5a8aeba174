import { type Kysely, sql } from 'kysely'

/** What several servers behind one address must know of each other for a while. Unlogged: a crash of the database may forget it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // One number for each thing that is counted: the moment (milliseconds since 1970) at which it would be fully refilled.
  await sql`create unlogged table shared_limits (
    key bytea primary key,
    full_at double precision not null,
    -- What was last asked for, by which quota, and how much of it was given.
    asked integer not null,
    step_ms double precision not null,
    window_ms double precision not null,
    granted integer not null
  ) with (fillfactor = 50)`.execute(db)
  await sql`create unlogged table shared_texts (
    key bytea primary key,
    value text not null,
    until timestamptz not null
  )`.execute(db)
}
