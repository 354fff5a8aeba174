import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startDatabase } from './embedded.ts'
import { migrate } from './migrate.ts'
import { type OpenDatabase, openDatabase } from './openDatabase.ts'
import { isAlive, stopOrphan } from './postmaster.ts'

/** A PostgreSQL server for one test file: fresh databases from it take milliseconds. */
export type TestCluster = {
  /** A new, migrated database; closed and dropped with the cluster. */
  create(): Promise<OpenDatabase & { url: string }>
  /** A new database with nothing in it. */
  createEmpty(): Promise<string>
  stop(): Promise<void>
}

/** Debian's PostgreSQL 15, the oldest we support, where it is installed. */
export const oldestBinaries = ['/usr/lib/postgresql/15/bin'].find((bin) => existsSync(join(bin, 'initdb')))

/** The servers to test against: the one in TEST_DATABASE_URL alone, or the bundled one and the oldest supported. */
export function testServers(): { name: string; start: () => Promise<TestCluster> }[] {
  if (process.env.TEST_DATABASE_URL) return [{ name: 'TEST_DATABASE_URL', start: () => startTestCluster() }]
  const bundled = { name: 'bundled PostgreSQL', start: () => startTestCluster() }
  return oldestBinaries
    ? [bundled, { name: 'PostgreSQL 15', start: () => startTestCluster({ bin: oldestBinaries }) }]
    : [bundled]
}

/** Starts a throw-away PostgreSQL, or uses the one in TEST_DATABASE_URL (whose user must be allowed to create databases). */
export async function startTestCluster(options: { bin?: string | undefined } = {}): Promise<TestCluster> {
  const given = process.env.TEST_DATABASE_URL
  if (given) return cluster(given, async () => {})
  await sweep()
  const dir = mkdtempSync(join(tmpdir(), `billfold-test-${process.pid}-`))
  chmodSync(dir, 0o755) // under root, the server runs as another user
  const database = await startDatabase({ dir: join(dir, 'database'), port: 0, bin: options.bin, durable: false })
  return cluster(database.url, async () => {
    await database.stop()
    rmSync(dir, { recursive: true, force: true })
  })
}

async function cluster(url: string, end: () => Promise<void>): Promise<TestCluster> {
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  const run = randomBytes(6).toString('hex')
  const names: string[] = []
  const open: OpenDatabase[] = []
  let template: Promise<string> | undefined

  async function create(from = 'template0'): Promise<string> {
    const name = `test_${run}_${names.length}`
    names.push(name)
    await admin.query(`create database ${name} template ${from}`)
    return name
  }
  async function makeTemplate() {
    const name = await create()
    const database = openDatabase({ ...settings, url: at(url, name) })
    await migrate(database)
    await database.close()
    return name
  }
  return {
    async create() {
      const own = at(url, await create(await (template ??= makeTemplate())))
      const database = openDatabase({ ...settings, url: own })
      open.push(database)
      return { ...database, url: own }
    },
    createEmpty: async () => at(url, await create()),
    async stop() {
      for (const { close } of open) await close().catch(() => {}) // a test may have closed its own
      for (const name of names) await admin.query(`drop database if exists ${name} with (force)`)
      await admin.end()
      await end()
    },
  }
}

// Ends what hangs: a disk that stands still for a while is nobody's fault.
const settings = { poolSize: 4, statementTimeoutMs: 60_000 }

function at(url: string, name: string): string {
  const own = new URL(url)
  own.pathname = `/${name}`
  return own.href
}

/** Clears away what test runs left that were killed before they could. */
async function sweep() {
  for (const name of readdirSync(tmpdir())) {
    const pid = Number(/^billfold-test-(\d+)-/.exec(name)?.[1])
    if (!pid || isAlive(pid)) continue
    const dir = join(tmpdir(), name)
    await stopOrphan(join(dir, 'database'), () => {}).catch(() => {}) // another sweep may be at the same one
    rmSync(dir, { recursive: true, force: true })
  }
}
