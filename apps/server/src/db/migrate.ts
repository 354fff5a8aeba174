import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { parse } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { StartupError } from '../process/startupError.ts'
import type { OpenDatabase } from './openDatabase.ts'
import type { Schema } from './schema.ts'

/** One step of the database's history: a numbered file that exports `up(db)`. Forward only. */
export type Migration = { name: string; file: URL }
type Applied = { name: string; checksum: string }

// Any fixed number will do, as long as every server uses the same one.
const lockId = 4_102_000_001

/** The migrations this server was built with, in order. */
export function listMigrations(folder = new URL('./migrations/', import.meta.url)): Migration[] {
  return readdirSync(folder)
    .filter((name) => /^\d{4}_\w+\.[jt]s$/.test(name))
    .sort()
    .map((name) => ({ name: parse(name).name, file: new URL(name, folder) }))
}

/**
 * Brings a database up to date and returns the names of what it ran. All of it is one transaction under one lock: of two
 * servers that start at once, one migrates while the other waits and then finds nothing to do.
 */
export function migrate(database: Pick<OpenDatabase, 'patiently'>, migrations = listMigrations()): Promise<string[]> {
  return database.patiently((db) => migrateOver(db, migrations))
}

function migrateOver(db: Kysely<Schema>, migrations: Migration[]): Promise<string[]> {
  return db.transaction().execute(async (tx) => {
    await sql`set local lock_timeout = '60s'`.execute(tx)
    await waitForTurn(tx)
    await sql`create table if not exists migrations (
      name text primary key, checksum text not null, applied_at timestamptz not null default now())`.execute(tx)
    const { rows } = await sql<Applied>`select name, checksum from migrations order by name`.execute(tx)
    checkHistory(rows, migrations)
    const pending = migrations.slice(rows.length)
    for (const { name, file } of pending) {
      const { up } = (await import(/* @vite-ignore */ file.href)) as { up(db: Kysely<Schema>): Promise<void> }
      await up(tx)
      await sql`insert into migrations (name, checksum) values (${name}, ${checksum(file)})`.execute(tx)
    }
    return pending.map(({ name }) => name)
  })
}

/** Asks again and again for the lock, and for a minute only: who starts a second server wants to hear why it does not. */
async function waitForTurn(tx: Kysely<Schema>): Promise<void> {
  const until = Date.now() + 60_000
  for (;;) {
    const lock = sql<{ isOurs: boolean }>`select pg_try_advisory_xact_lock(${sql.lit(lockId)}) as "isOurs"`
    if ((await lock.execute(tx)).rows[0]?.isOurs) return
    if (Date.now() > until)
      throw new StartupError(
        'Another server has been migrating the database for a minute: start again when it is done.',
      )
    await sleep(100)
  }
}

/** Which migrations a database still lacks; for readiness, so it changes nothing. */
export async function pendingMigrations<T>(db: Kysely<T>, migrations = listMigrations()): Promise<string[]> {
  const { rows: tables } = await sql<{ found: string | null }>`select to_regclass('migrations') as found`.execute(db)
  if (!tables[0]?.found) return migrations.map(({ name }) => name)
  const { rows } = await sql<Applied>`select name, checksum from migrations`.execute(db)
  const applied = new Set(rows.map(({ name }) => name))
  return migrations.map(({ name }) => name).filter((name) => !applied.has(name))
}

function checkHistory(applied: Applied[], migrations: Migration[]) {
  for (const [i, row] of applied.entries()) {
    const known = migrations[i]
    if (!migrations.some(({ name }) => name === row.name))
      throw new StartupError(
        `The database was migrated by a newer server (${row.name} is unknown here): update this one.`,
      )
    if (known?.name !== row.name)
      throw new StartupError(
        `Migration ${known?.name} comes before ${row.name}, which already ran: give it a later number.`,
      )
    if (checksum(known.file) !== row.checksum)
      throw new StartupError(`Migration ${row.name} was changed after it ran: undo the change and add a new migration.`)
  }
}

/** Line endings do not count: some checkouts change them. */
function checksum(file: URL): string {
  // A release's migrations are built, and bundlers change: the hash is of the source.
  if (file.pathname.endsWith('.js')) {
    const built = JSON.parse(readFileSync(new URL('checksums.json', file), 'utf8')) as Record<string, string>
    return built[parse(file.pathname).name] ?? ''
  }
  return createHash('sha256').update(readFileSync(file, 'utf8').replaceAll('\r\n', '\n')).digest('hex')
}
