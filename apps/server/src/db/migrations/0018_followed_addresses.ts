import { type Kysely, sql } from 'kysely'

/** How long an address is followed for nobody, and how far its past is looked up. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table index_addresses
    -- When somebody last asked for it, to the day.
    add column wanted_at timestamptz not null default now(),
    -- Its past is looked up to this block and no further.
    add column backfill_floor bigint not null default 0,
    -- Blocks that were read for it on the way.
    add column backfill_read integer not null default 0`.execute(db)
  await sql`drop index index_addresses_waiting`.execute(db)
  await sql`create index index_addresses_waiting on index_addresses (chain_id)
    where followed_from is null or backfilled_to > backfill_floor`.execute(db)
}
