import { type Kysely, sql } from 'kysely'

/**
 * Builds an index while the table stays writable, for migrations with `isTransactional = false`. An invalid index of the same name, which
 * an interrupted attempt leaves, is built again. `definition` follows the name: `on orders (project_id)`.
 */
export async function createIndexConcurrently<T>(db: Kysely<T>, name: string, definition: string): Promise<void> {
  const { rows } = await sql<{ isValid: boolean }>`
    select indisvalid as "isValid" from pg_index where indexrelid = to_regclass(${name})`.execute(db)
  if (rows[0]?.isValid) return
  if (rows[0]) await sql`drop index concurrently ${sql.ref(name)}`.execute(db)
  await sql`create index concurrently ${sql.ref(name)} ${sql.raw(definition)}`.execute(db)
}
