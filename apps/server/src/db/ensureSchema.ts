import { listMigrations, migrate, verifySchema } from './migrate.ts'
import type { OpenDatabase } from './openDatabase.ts'

/** Migrates the database, or, in a process that may not (`MIGRATE=never`), verifies its schema. Returns the migrations that ran. */
export async function ensureSchema(
  database: Pick<OpenDatabase, 'db' | 'patiently'>,
  { migrates }: { migrates: boolean },
  migrations = listMigrations(),
): Promise<string[]> {
  if (migrates) return migrate(database, migrations)
  await verifySchema(database.db, migrations)
  return []
}
