import { type Kysely, sql } from 'kysely'

/** Requesters take turns at having the past of their addresses looked up. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Two bytes of a hash of the requester's network, too few to tell which; null once the past is looked up, and for the server itself.
  await sql`alter table index_addresses add column asked_by smallint`.execute(db)
}
