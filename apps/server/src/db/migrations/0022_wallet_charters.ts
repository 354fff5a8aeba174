import { type Kysely, sql } from 'kysely'

/** What embedded wallets decided themselves (their charters), and how often each was changed: a change is signed for one number. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table embedded_wallets
    add column change_count integer not null default 0,
    add column charter_sequence integer not null default 0`.execute(db)
  // Sealed, since it names a person. Sets that were made before have none.
  await sql`alter table embedded_shares add column charter bytea`.execute(db)
}
