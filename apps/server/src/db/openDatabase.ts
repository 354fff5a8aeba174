import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { StartupError } from '../process/startupError.ts'
import { createFairPool } from './createFairPool.ts'
import type { Schema } from './schema.ts'

export type DatabaseSettings = {
  url: string
  /** The same database without a pooler in between, which `url` then leads to. */
  directUrl?: string | undefined
  /** The name of the connections in `pg_stat_activity`. */
  name?: string
  passwordFile?: string | undefined
  poolSize: number
  statementTimeoutMs: number
}
export type OpenDatabase = {
  db: Kysely<Schema>
  pool: pg.Pool
  /** Requests that wait for a connection. */
  waitingCount(): number
  /** Runs something over a connection of its own, on which a statement may take as long as a large table needs. */
  patiently<T>(run: (db: Kysely<Schema>) => Promise<T>): Promise<T>
  /** Runs something over a connection of its own that keeps its session, for locks that outlive a transaction. */
  inSession<T>(run: (db: Kysely<Schema>) => Promise<T>): Promise<T>
  close(): Promise<void>
}

const patientMs = 3_600_000

/** A pool of connections and the typed queries on top of it; nothing connects before the first query. */
export function openDatabase(settings: DatabaseSettings, onLost: (e: Error) => void = () => {}): OpenDatabase {
  const pool = new pg.Pool({
    connectionString: withPassword(settings),
    max: settings.poolSize,
    application_name: settings.name ?? 'billfold',
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    // A transaction pooler refuses settings of a session: there, the role's own apply.
    ...(settings.directUrl === undefined && { statement_timeout: settings.statementTimeoutMs }),
    // The server's own clock may never come to it (a dead network), so the client counts as well.
    query_timeout: settings.statementTimeoutMs + 1_000,
    keepAlive: true,
  })
  // A lost idle connection is replaced at the next query; unheard, this event would end the process.
  pool.on('error', onLost)
  // The same for one lost between two statements of a transaction: the next statement fails and says so.
  pool.on('connect', (client) => client.on('error', () => {}))
  const direct = (statementTimeoutMs: number) =>
    openDatabase(
      { ...settings, url: settings.directUrl ?? settings.url, directUrl: undefined, poolSize: 1, statementTimeoutMs },
      onLost,
    )
  const fairPool = createFairPool(pool)
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool: fairPool }) })
  return {
    db,
    pool,
    waitingCount: fairPool.waitingCount,
    async patiently(run) {
      const own = direct(patientMs)
      try {
        return await run(own.db)
      } finally {
        await own.close()
      }
    },
    async inSession(run) {
      if (settings.directUrl === undefined) return db.connection().execute(run)
      const own = direct(settings.statementTimeoutMs)
      try {
        return await own.db.connection().execute(run)
      } finally {
        await own.close()
      }
    },
    close: () => db.destroy(),
  }
}

/** Waits for a database that may still be starting, and refuses one that is too old; says once that it waits. */
export async function waitForDatabase(
  { db }: OpenDatabase,
  url: string,
  say: (line: string) => void,
  patienceMs = 10_000,
): Promise<void> {
  const until = Date.now() + patienceMs
  for (let isFirst = true; ; isFirst = false) {
    try {
      const { rows } = await sql<{
        version: number
      }>`select current_setting('server_version_num')::int as version`.execute(db)
      const version = rows[0]?.version ?? 0
      if (version >= 150_000) return
      throw new StartupError(
        `PostgreSQL 15 or newer is required, and ${place(url)} runs ${Math.floor(version / 10_000)}.`,
      )
    } catch (e) {
      if (e instanceof StartupError) throw e
      const why = codeOf(e)
      const sentence = refusals[why]
      if (sentence) throw new StartupError(`DATABASE_URL: ${sentence} (${place(url)}).`)
      if (Date.now() >= until)
        throw new StartupError(
          `DATABASE_URL: cannot connect to PostgreSQL at ${place(url)} (${why}) after ${Math.round(patienceMs / 1000)} seconds.`,
        )
      if (isFirst) say(`waiting for the database at ${place(url)}`)
      await sleep(250)
    }
  }
}

/** What waiting does not cure. */
const refusals: Record<string, string> = {
  password: 'the database asks for a password; put it into the URL or into DATABASE_PASSWORD_FILE',
  '28P01': 'the database refuses this user and password',
  '28000': 'the database refuses this user',
  '3D000': 'the server is up, but the database does not exist: create it',
}

function codeOf(e: unknown): string {
  const inner = e instanceof AggregateError ? e.errors[0] : e
  // The driver gives this one no code.
  if (inner instanceof Error && inner.message.startsWith('SASL')) return 'password'
  const code = typeof inner === 'object' && inner !== null && 'code' in inner ? inner.code : undefined
  return typeof code === 'string' ? code : 'no answer'
}

/** Host, port and database of a URL: what may be printed of it. */
function place(url: string): string {
  const { host, pathname } = new URL(url)
  return `${host || 'localhost'}${pathname}`
}

/** The URL with its password, for a connection; never printed. */
export function withPassword({ url, passwordFile }: DatabaseSettings): string {
  if (!passwordFile) return url
  const full = new URL(url)
  try {
    full.password = encodeURIComponent(readFileSync(passwordFile, 'utf8').trim())
  } catch {
    throw new StartupError(`DATABASE_PASSWORD_FILE must be a readable file, not ${passwordFile}.`)
  }
  return full.href
}
