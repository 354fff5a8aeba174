import { sql } from 'kysely'
import type { Config } from '../../config.ts'
import { pendingMigrations, verifySchema } from '../../db/migrate.ts'
import { type OpenDatabase, waitForDatabase } from '../../db/openDatabase.ts'
import { StartupError } from '../../process/startupError.ts'
import type { Check } from './check.ts'

const maxSkewMs = 5_000

/** The database: reachable and new enough, migrated, with the rights that this server needs, and with the same time. */
export function databaseChecks(database: OpenDatabase, config: Pick<Config, 'database' | 'migrates'>): Check[] {
  const { db } = database
  let connection: Promise<void> | undefined
  const reach = () => (connection ??= waitForDatabase(database, config.database.url, () => {}, 5_000))
  const needDatabase = () =>
    reach().catch(() => {
      throw new StartupError('Not checked: the database cannot be used.')
    })
  return [
    {
      name: 'database',
      run: async () => {
        await reach()
        const { rows } = await sql<{ version: string; role: string }>`
          select current_setting('server_version') as version, current_user as role`.execute(db)
        return `PostgreSQL ${rows[0]!.version}, role ${rows[0]!.role}`
      },
    },
    {
      name: 'migrations',
      run: async () => {
        await needDatabase()
        if (!config.migrates) await verifySchema(db)
        const pending = await pendingMigrations(db)
        return pending.length === 0 ? 'up to date' : `${pending.length} pending, which the next start runs`
      },
    },
    {
      name: 'rights of the database role',
      run: async () => {
        await needDatabase()
        return checkRights(database, config.migrates)
      },
    },
    {
      name: 'clock of the database',
      run: async () => {
        await needDatabase()
        const before = Date.now()
        const { rows } = await sql<{ now: string }>`select extract(epoch from clock_timestamp()) * 1000 as now`.execute(
          db,
        )
        const skewMs = Number(rows[0]!.now) - (before + Date.now()) / 2
        if (Math.abs(skewMs) > maxSkewMs)
          throw new StartupError(
            `This machine’s clock differs from the database’s by ${Math.round(skewMs / 1_000)} seconds: synchronize both (NTP).`,
          )
        return `${Math.abs(Math.round(skewMs))} ms apart`
      },
    },
  ]
}

async function checkRights({ db }: OpenDatabase, migrates: boolean): Promise<string> {
  const { rows } = await sql<{ canCreate: boolean; lacking: string | null; canAlter: boolean | null }>`
    select has_schema_privilege(current_schema(), 'create') as "canCreate",
      (select min(tablename) from pg_tables where schemaname = current_schema() and tablename <> 'migrations' and not
        has_table_privilege(format('%I.%I', schemaname, tablename), 'select, insert, update, delete')) as lacking,
      (select bool_or(pg_has_role(tableowner, 'member')) from pg_tables where schemaname = current_schema()) as "canAlter"
  `.execute(db)
  const { canCreate, lacking, canAlter } = rows[0]!
  if (lacking)
    throw new StartupError(
      `The role may not read and write ${lacking}: run billfold migrate, which grants it what servers need.`,
    )
  if (migrates && !(canCreate && canAlter !== false))
    throw new StartupError('The role may not change tables: run billfold migrate as a job, and set MIGRATE=never here.')
  return canAlter ? 'it may also change tables; servers need only rows (MIGRATE=never)' : 'rows only'
}
