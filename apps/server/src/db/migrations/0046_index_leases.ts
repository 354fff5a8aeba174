import { type Kysely, sql } from 'kysely'

/** Processes lease the chains that they index, instead of keeping a connection with a lock for each. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table index_leases (
    chain_id bigint primary key,
    holder uuid not null,
    -- Fencing token: rises with every change of holder, and each write verifies it.
    generation bigint not null,
    until timestamptz not null
  ) with (fillfactor = 50)`.execute(db)
  // The processes that index now, and the chains that each can: they divide those evenly.
  await sql`create table index_workers (
    id uuid primary key,
    chains bigint[] not null,
    until timestamptz not null
  ) with (fillfactor = 50)`.execute(db)
}
