import { type Kysely, sql } from 'kysely'

/** Projects: who may call this server, from which origins, and with what switched on. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('projects')
    .addColumn('id', 'text', (c) => c.primaryKey().check(sql`id ~ '^[A-Za-z0-9_-]{1,64}$'`))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('allowed_origins', sql`text[]`, (c) => c.notNull().defaultTo(sql`'{}'`))
    .addColumn('features', 'jsonb', (c) =>
      c.notNull().defaultTo(sql`'{}'`).check(sql`jsonb_typeof(features) = 'object'`),
    )
    .addColumn('created_at', 'timestamptz', (c) => c.notNull().defaultTo(sql`now()`))
    .addColumn('disabled_at', 'timestamptz')
    .execute()
}
