import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestCluster, testServers } from '../../test/testDatabase.ts'
import { addProject } from '../projects/projects.ts'
import { createIndexConcurrently } from './createIndexConcurrently.ts'
import { listMigrations, type Migration, migrate, pendingMigrations, verifySchema } from './migrate.ts'
import { openDatabase } from './openDatabase.ts'

const folder = mkdtempSync(join(tmpdir(), 'billfold-migrations-'))

function written(name: string, source: string): Migration {
  const file = join(mkdtempSync(join(folder, 'm-')), `${name}.ts`)
  writeFileSync(file, source)
  return { name, file: pathToFileURL(file) }
}

const real = listMigrations()
const next = written(
  '9001_project_region',
  `export async function up(db) {
    await db.schema.alterTable('projects').addColumn('region', 'text', (c) => c.notNull().defaultTo('world')).execute()
  }`,
)
const broken = written(
  '9002_broken',
  `export async function up(db) {
    await db.schema.createTable('half_done').addColumn('id', 'integer').execute()
    await db.schema.alterTable('no_such_table').dropColumn('x').execute()
  }`,
)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const shop = { id: 'shop', name: 'Shop', origins: ['https://shop.example'], features: { analytics: true } }

describe.each(testServers())('migrations on $name', ({ start }) => {
  let cluster: TestCluster
  beforeAll(async () => {
    cluster = await start()
  })
  afterAll(() => cluster.stop())

  async function empty() {
    const url = await cluster.createEmpty()
    return { url, ...openDatabase({ url, poolSize: 3, statementTimeoutMs: 10_000 }) }
  }

  it('migrates an empty database, once', async () => {
    const database = await empty()
    const { db, close } = database
    expect(await pendingMigrations(db)).toEqual(real.map(({ name }) => name))
    expect(await migrate(database)).toEqual(real.map(({ name }) => name))
    expect(await migrate(database)).toEqual([])
    expect(await pendingMigrations(db)).toEqual([])
    await close()
  })

  it('keeps the data in a later migration', async () => {
    const database = await empty()
    const { db, close } = database
    await migrate(database, real)
    const before = await addProject(db, shop)
    expect(await migrate(database, [...real, next])).toEqual([next.name])
    const { rows } = await sql`select * from projects`.execute(db)
    expect(rows).toEqual([
      {
        id: 'shop',
        name: 'Shop',
        allowed_origins: shop.origins,
        features: shop.features,
        created_at: before.createdAt,
        disabled_at: null,
        region: 'world',
      },
    ])
    await close()
  })

  it('lets one of several servers migrate while the others wait', async () => {
    const url = await cluster.createEmpty()
    const servers = [1, 2, 3, 4].map(() => openDatabase({ url, poolSize: 2, statementTimeoutMs: 10_000 }))
    const ran = await Promise.all(servers.map((each) => migrate(each)))
    expect(ran.filter((names) => names.length > 0)).toEqual([real.map(({ name }) => name)])
    await Promise.all(servers.map(({ close }) => close()))
  })

  it("waits for another server's migration beyond the statement timeout", async () => {
    const url = await cluster.createEmpty()
    const other = openDatabase({ url, poolSize: 1, statementTimeoutMs: 60_000 })
    const own = openDatabase({ url, poolSize: 1, statementTimeoutMs: 2_000 })
    const migrated = await other.db.transaction().execute(async (tx) => {
      await sql`select pg_advisory_xact_lock(4102000001)`.execute(tx)
      const waiting = migrate(own)
      waiting.catch(() => {}) // looked at below
      await sleep(2_500)
      return { waiting }
    })
    expect(await migrated.waiting).toEqual(real.map(({ name }) => name))
    await Promise.all([other.close(), own.close()])
  })

  it('gives a migration longer than a request', async () => {
    const url = await cluster.createEmpty()
    const database = openDatabase({ url, poolSize: 1, statementTimeoutMs: 1_000 })
    const long = written(
      '9003_long',
      `export const up = (db) => db.selectNoFrom((eb) => eb.fn('pg_sleep', [eb.lit(1.3)]).as('slept')).execute()`,
    )
    expect(await migrate(database, [...real, long])).toContain(long.name)
    await database.close()
  })

  it('leaves nothing behind when one fails', async () => {
    const database = await empty()
    const { db, close } = database
    await migrate(database, real)
    await expect(migrate(database, [...real, next, broken])).rejects.toThrow('no_such_table')
    const { rows } = await sql<{ half: string | null }>`select to_regclass('half_done') as half`.execute(db)
    expect(rows[0]?.half).toBeNull()
    expect(await pendingMigrations(db, [...real, next])).toEqual([next.name])
    await close()
  })

  it('lets an older server run on a newer schema, until a migration removes what it uses', async () => {
    const database = await empty()
    await migrate(database, [...real, next])
    expect(await migrate(database, real)).toEqual([])
    await verifySchema(database.db, real)
    const contract = written(
      '9004_contract',
      `export const needs = '9001_project_region'
      export const up = (db) => db.schema.alterTable('projects').dropColumn('name').execute()`,
    )
    await migrate(database, [...real, next, contract])
    const sentence =
      'The database was migrated by a newer server (9004_contract removed what this one uses): update this one.'
    await expect(migrate(database, real)).rejects.toThrow(sentence)
    await expect(verifySchema(database.db, real)).rejects.toThrow(sentence)
    await verifySchema(database.db, [...real, next])
    await database.close()
  })

  it('builds an index while rows are written, and again after an interrupted attempt', async () => {
    const database = await empty()
    const { db, close } = database
    await migrate(database, real)
    // Concurrent builds are refused within a transaction.
    const index = written(
      '9005_index',
      `import { createIndexConcurrently } from ${JSON.stringify(new URL('./createIndexConcurrently.ts', import.meta.url).href)}
      export const isTransactional = false
      export const up = (db) => createIndexConcurrently(db, 'projects_by_name', 'on projects (name)')`,
    )
    expect(await migrate(database, [...real, next, index, broken]).catch(() => 'broken')).toBe('broken')
    // Earlier batches stay.
    expect(await pendingMigrations(db, [...real, next, index, broken])).toEqual([broken.name])
    await sql`update pg_index set indisvalid = false where indexrelid = 'projects_by_name'::regclass`.execute(db)
    await createIndexConcurrently(db, 'projects_by_name', 'on projects (name)')
    await createIndexConcurrently(db, 'projects_by_name', 'on projects (name)')
    const { rows } = await sql`select indisvalid from pg_index where indexrelid = 'projects_by_name'::regclass`.execute(
      db,
    )
    expect(rows).toEqual([{ indisvalid: true }])
    await close()
  })

  it('retries a migration that waits for a busy table', async () => {
    const database = await empty()
    await migrate(database, real)
    const before = Date.now()
    await database.db
      .transaction()
      .execute(async (tx) => {
        await sql`lock table projects in access share mode`.execute(tx)
        const migrated = migrate(database, [...real, next])
        await sleep(1_300)
        return { migrated }
      })
      .then(async ({ migrated }) => expect(await migrated).toEqual([next.name]))
    expect(Date.now() - before).toBeGreaterThan(1_300)
    await database.close()
  })

  it('rejects an edited and an inserted migration in one sentence each', async () => {
    const database = await empty()
    await migrate(database, [...real, next])
    const edited = written(next.name, 'export async function up() {}')
    await expect(migrate(database, [...real, edited])).rejects.toThrow(
      'Migration 9001_project_region was changed after it ran: undo the change and add a new migration.',
    )
    const early = written('9000_early', 'export async function up() {}')
    await expect(migrate(database, [...real, early, next])).rejects.toThrow(
      'Migration 9000_early comes before 9001_project_region, which already ran: give it a later number.',
    )
    await database.close()
  })
})
