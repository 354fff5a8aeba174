import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startDatabase } from '../src/db/embedded.ts'
import { migrate } from '../src/db/migrate.ts'
import { type OpenDatabase, openDatabase } from '../src/db/openDatabase.ts'
import { isAlive, stopOrphan } from '../src/db/postmaster.ts'

/** Databases for one test file: fresh ones take milliseconds. */
export type TestCluster = {
  /** A new, migrated database; closed and dropped at the end. */
  create(): Promise<OpenDatabase & { url: string }>
  /** A new database with nothing in it. */
  createEmpty(): Promise<string>
  stop(): Promise<void>
}

/** Debian's PostgreSQL 15, the oldest we support, if it is installed. */
export const oldestBinaries = ['/usr/lib/postgresql/15/bin'].find((bin) => existsSync(join(bin, 'initdb')))

/** The servers to test against: the one in TEST_DATABASE_URL alone, or the bundled one and the oldest supported. */
export function testServers(): { name: string; start: () => Promise<TestCluster> }[] {
  if (process.env.TEST_DATABASE_URL) return [{ name: 'TEST_DATABASE_URL', start: () => startTestCluster() }]
  const bundled = { name: 'bundled PostgreSQL', start: () => startTestCluster() }
  return oldestBinaries
    ? [bundled, { name: 'PostgreSQL 15', start: () => startTestCluster({ bin: oldestBinaries }) }]
    : [bundled]
}

/** The variable in which a run hands the clusters that it shares to its workers. */
export const clustersOf = 'BILLFOLD_TEST_CLUSTERS'
type Shared = { url: string; template: string }

/**
 * Databases on the run's PostgreSQL, on the one in TEST_DATABASE_URL (whose user must be allowed to create databases), or on a
 * throw-away one of its own.
 */
export async function startTestCluster({ bin }: { bin?: string | undefined } = {}): Promise<TestCluster> {
  const given = process.env.TEST_DATABASE_URL
  if (given) return cluster(given)
  const shared = (JSON.parse(process.env[clustersOf] ?? '{}') as Record<string, Shared>)[bin ?? 'bundled']
  return shared ? cluster(shared.url, shared.template) : startOwnCluster(bin)
}

/** Starts a throw-away PostgreSQL; `share` tells what others need to make databases on it. */
export async function startOwnCluster(bin?: string): Promise<TestCluster & { share(): Promise<Shared> }> {
  await sweep()
  const dir = mkdtempSync(join(tmpdir(), `billfold-test-${process.pid}-`))
  chmodSync(dir, 0o755) // under root, the server runs as another user
  const database = await startDatabase({ dir: join(dir, 'database'), port: 0, bin, durable: false })
  const own = await cluster(database.url)
  return {
    ...own,
    share: async () => ({ url: database.url, template: await own.template() }),
    async stop() {
      await own.stop()
      await database.stop()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

async function cluster(url: string, given?: string): Promise<TestCluster & { template(): Promise<string> }> {
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  const run = randomBytes(6).toString('hex')
  const names: string[] = []
  const open: OpenDatabase[] = []
  let made: Promise<string> | undefined

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
  const template = async () => given ?? (await (made ??= makeTemplate()))
  return {
    template,
    async create() {
      const own = at(url, await create(await template()))
      const database = openDatabase({ ...settings, url: own })
      open.push(database)
      return { ...database, url: own }
    },
    createEmpty: async () => at(url, await create()),
    async stop() {
      for (const { close } of open) await close().catch(() => {}) // a test may have closed its own
      for (const name of names) await admin.query(`drop database if exists ${name} with (force)`)
      await admin.end()
    },
  }
}

// Stops a hung test; long enough for a disk that stalls for a while.
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
