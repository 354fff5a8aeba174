import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { parse } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { StartupError } from '../process/startupError.ts'
import type { OpenDatabase } from './openDatabase.ts'
import type { Schema } from './schema.ts'

/** One step of the database's history: a numbered file that exports `up(db)`. Forward only. */
export type Migration = {
  name: string
  file: URL
  /** The hash of its source, if `file` is built from it. */
  sourceChecksum?: string | undefined
}
type MigrationModule = {
  up(db: Kysely<Schema>): Promise<void>
  /** False for `create index concurrently` and the like. Such a migration must be safe to run again after half of it. */
  isTransactional?: boolean
  /** For one that removes what older servers use: the migration whose servers no longer use it. Servers that lack it refuse to start. */
  needs?: string
}
type Applied = { name: string; checksum: string; needs: string | null }

// Any fixed number will do, as long as every server uses the same one.
const lockId = 4_102_000_001
/** A statement that waits for a busy table holds up everyone behind it, so it gives up soon and retries. */
const lockTimeout = '1s'
const patienceMs = 60_000

/** The migrations this server was built with, in order. */
export function listMigrations(folder = new URL('./migrations/', import.meta.url)): Migration[] {
  const built = builtChecksums(folder)
  return readdirSync(folder)
    .filter((name) => /^\d{4}_\w+\.[jt]s$/.test(name))
    .sort()
    .map((base) => {
      const [name, file] = [parse(base).name, new URL(base, folder)]
      return { name, file, sourceChecksum: built[name] }
    })
}

/** The hashes of the sources that a release's migrations were built from: bundlers change, and a database compares. */
function builtChecksums(folder: URL): Record<string, string> {
  const file = new URL('checksums.json', folder)
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>) : {}
}

/**
 * Brings a database up to date and returns the names of the migrations that ran. One process migrates while the others wait and then
 * find nothing to do. Neighboring transactional migrations are one transaction.
 */
export function migrate(database: Pick<OpenDatabase, 'patiently'>, migrations = listMigrations()): Promise<string[]> {
  return database.patiently((db) =>
    db.connection().execute(async (connection) => {
      await waitForTurn(connection)
      try {
        return await migrateOver(connection, migrations)
      } finally {
        await sql`select pg_advisory_unlock(${sql.lit(lockId)})`.execute(connection).catch(() => {}) // gone with its connection
      }
    }),
  )
}

async function migrateOver(db: Kysely<Schema>, migrations: Migration[]): Promise<string[]> {
  if (!(await hasHistory(db)))
    await sql`create table if not exists migrations (
      name text primary key, checksum text not null, applied_at timestamptz not null default now())`.execute(db)
  const applied = await readApplied(db)
  checkHistory(applied, migrations)
  const pending = pendingOf(applied, migrations)
  const loaded = await Promise.all(
    pending.map(async (each) => ({
      ...each,
      ...((await import(/* @vite-ignore */ each.file.href)) as MigrationModule),
    })),
  )
  if (loaded.some(({ needs }) => needs !== undefined))
    await sql`alter table migrations add column if not exists needs text`.execute(db)
  for (let from = 0; from < loaded.length; ) {
    const rest = loaded.slice(from)
    const outside = rest.findIndex(({ isTransactional }) => isTransactional === false)
    const batch = outside === 0 ? rest.slice(0, 1) : rest.slice(0, outside === -1 ? rest.length : outside)
    if (outside === 0) await runAlone(db, batch[0]!)
    else await retryLocks(() => db.transaction().execute((tx) => runTogether(tx, batch)))
    from += batch.length
  }
  return pending.map(({ name }) => name)
}

type Loaded = Migration & MigrationModule

async function runTogether(tx: Kysely<Schema>, batch: Loaded[]): Promise<void> {
  await sql`set local lock_timeout = ${sql.lit(lockTimeout)}`.execute(tx)
  for (const each of batch) {
    await each.up(tx)
    await record(tx, each)
  }
}

async function runAlone(db: Kysely<Schema>, migration: Loaded): Promise<void> {
  await migration.up(db)
  await record(db, migration)
}

async function record(db: Kysely<Schema>, migration: Loaded): Promise<void> {
  const { name, needs } = migration
  await sql`insert into migrations (name, checksum) values (${name}, ${checksum(migration)})`.execute(db)
  if (needs !== undefined) await sql`update migrations set needs = ${needs} where name = ${name}`.execute(db)
}

/** Retries a transaction that could not lock a busy table. */
async function retryLocks(run: () => Promise<void>): Promise<void> {
  const until = Date.now() + patienceMs
  for (;;)
    try {
      return await run()
    } catch (e) {
      if ((e as { code?: unknown }).code !== '55P03') throw e
      if (Date.now() > until)
        throw new StartupError('A migration could not lock a busy table for a minute: run it again at a quieter time.')
      await sleep(1_000)
    }
}

/** Retries the lock for a minute. It holds no transaction meanwhile: indexes that are built concurrently wait for those. */
async function waitForTurn(db: Kysely<Schema>): Promise<void> {
  const until = Date.now() + patienceMs
  for (;;) {
    const lock = sql<{ isOurs: boolean }>`select pg_try_advisory_lock(${sql.lit(lockId)}) as "isOurs"`
    if ((await lock.execute(db)).rows[0]?.isOurs) return
    if (Date.now() > until)
      throw new StartupError(
        'Another server has been migrating the database for a minute: start again when it is done.',
      )
    await sleep(100)
  }
}

/** Which migrations a database still lacks; for readiness, so it changes nothing. */
export async function pendingMigrations<T>(db: Kysely<T>, migrations = listMigrations()): Promise<string[]> {
  const applied = (await hasHistory(db)) ? await readApplied(db) : []
  return pendingOf(applied, migrations).map(({ name }) => name)
}

/** Throws one sentence if this server cannot work with the database's schema; for processes that may not migrate. */
export async function verifySchema<T>(db: Kysely<T>, migrations = listMigrations()): Promise<void> {
  const applied = (await hasHistory(db)) ? await readApplied(db) : []
  checkHistory(applied, migrations)
  const pending = pendingOf(applied, migrations)
  if (pending.length > 0)
    throw new StartupError(
      `The database lacks ${pending.length} migration(s), from ${pending[0]!.name} on: run billfold migrate first, or set MIGRATE=start.`,
    )
}

async function hasHistory<T>(db: Kysely<T>): Promise<boolean> {
  const { rows } = await sql<{ history: string | null }>`select to_regclass('migrations') as history`.execute(db)
  return Boolean(rows[0]?.history)
}

/** The table of older versions has no `needs`. */
async function readApplied<T>(db: Kysely<T>): Promise<Applied[]> {
  const { rows } = await sql<Applied>`
    select name, checksum, to_jsonb(migrations) ->> 'needs' as needs from migrations order by name`.execute(db)
  return rows
}

function pendingOf(applied: Applied[], migrations: Migration[]): Migration[] {
  const names = new Set(applied.map(({ name }) => name))
  return migrations.filter(({ name }) => !names.has(name))
}

/** Newer migrations that only add are fine: servers of two versions share a database during an upgrade, and on the way back. */
function checkHistory(applied: Applied[], migrations: Migration[]) {
  const known = new Map(migrations.map((each) => [each.name, each]))
  const incompatible = applied.find(({ name, needs }) => !known.has(name) && needs !== null && !known.has(needs))
  if (incompatible)
    throw new StartupError(
      `The database was migrated by a newer server (${incompatible.name} removed what this one uses): update this one.`,
    )
  const last = applied.at(-1)?.name ?? ''
  const early = pendingOf(applied, migrations).find(({ name }) => name < last)
  if (early)
    throw new StartupError(`Migration ${early.name} comes before ${last}, which already ran: give it a later number.`)
  for (const row of applied) {
    const own = known.get(row.name)
    if (own && checksum(own) !== row.checksum)
      throw new StartupError(`Migration ${row.name} was changed after it ran: undo the change and add a new migration.`)
  }
}

/** Line endings do not count: some checkouts change them. */
function checksum({ file, sourceChecksum }: Migration): string {
  if (sourceChecksum) return sourceChecksum
  return createHash('sha256').update(readFileSync(file, 'utf8').replaceAll('\r\n', '\n')).digest('hex')
}
