import { type Kysely, sql } from 'kysely'

/** The language that a person's mails are in: the one that their wallet was last shown in. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table embedded_users add column language text check (length(language) = 2)`.execute(db)
}
