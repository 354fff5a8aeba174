import { type Kysely, sql } from 'kysely'

/** What lets the relay know, at any moment, how much of the mailboxes is whose. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // The network address a message came from, as a keyed hash: null for what was stored before, which is not counted.
  await sql`alter table relay_messages add column origin bytea`.execute(db)
  await sql`create index relay_messages_origin on relay_messages (origin, publisher)`.execute(db)
  // Most messages live for minutes: only the few that ask for longer are in here.
  await sql`create index relay_messages_lasting on relay_messages (published_at)
    where expires_at - published_at > interval '1 hour'`.execute(db)
  // In parts, so that two nodes rarely wait for each other; their sum is what is stored.
  await sql`create table relay_usage (part smallint primary key, bytes bigint not null) with (fillfactor = 10)`.execute(
    db,
  )
  await sql`insert into relay_usage select part, 0 from generate_series(0, 15) as part`.execute(db)
  await sql`create table relay_salt (salt bytea not null)`.execute(db)
  await sql`insert into relay_salt
    select sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8'))`.execute(db)
  // Deleted rows make room for new ones once they are vacuumed: sooner than after a fifth of the table.
  await sql`alter table relay_messages set (autovacuum_vacuum_scale_factor = 0.02, toast.autovacuum_vacuum_scale_factor = 0.02)`.execute(
    db,
  )
}
