import { type Kysely, sql } from 'kysely'

/** Which browser a social login was begun in: the hash of what its cookie holds. A login that was under way has to begin again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table embedded_social_flows add column browser_hash bytea`.execute(db)
}
