import { type Kysely, sql } from 'kysely'

/** What the device of a sign-in is called, so that people know it again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table auth_sign_ins add column label text not null default 'Browser'`.execute(db)
}
