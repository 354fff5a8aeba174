import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { Registry } from 'prom-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { appDeps } from '../../test/appDeps.ts'
import { type TestCluster, testServers } from '../../test/testDatabase.ts'
import { createApp } from '../createApp.ts'
import { listMigrations, migrate } from '../db/migrate.ts'
import { type OpenDatabase, openDatabase } from '../db/openDatabase.ts'
import { createMemoryLimiter, type Limiter } from '../limits/createMemoryLimiter.ts'
import { createLog } from '../log/createLog.ts'
import { createRetries } from '../process/createRetries.ts'
import { createProjectLookup } from '../projects/createProjectLookup.ts'
import { addProject, findProject, removeProject } from '../projects/projects.ts'
import { cleanUp, startCleanUp } from './cleanUp.ts'
import { countEvents } from './countEvents.ts'
import { createRecordEvent } from './recordEvent.ts'

const run = promisify(execFile)
const retries = createRetries({ loop: 'analytics', register: new Registry(), log: createLog('silent') })
const address = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F'
const day = (n: number) => new Date(Date.UTC(2026, 0, n, 12))

const tracked = (name = 'MODAL_OPEN', account?: string) => ({
  eventId: crypto.randomUUID() as string,
  url: 'https://shop.example/cart?session=secret#token',
  domain: 'shop.example',
  timestamp: day(1).getTime(),
  props: { type: 'track' as const, event: name, properties: { connected: true, address }, address: account },
})
const shop = { id: 'shop', name: 'Shop', origins: ['https://shop.example'], features: { analytics: true } }

describe.each(testServers())('analytics on $name', ({ start }) => {
  let cluster: TestCluster
  beforeAll(async () => {
    cluster = await start()
  })
  afterAll(() => cluster.stop())

  async function fresh() {
    const database = await cluster.create()
    await addProject(database.db, shop)
    await addProject(database.db, { ...shop, id: 'quiet', features: {} })
    return database
  }
  const rows = async ({ db }: OpenDatabase) => db.selectFrom('analytics_events').selectAll().execute()
  const dump = async ({ db }: OpenDatabase) =>
    (await sql<{ all: string }>`select coalesce(json_agg(e)::text, '') as all from analytics_events e`.execute(db))
      .rows[0]!.all

  it("stores a page's events, through the whole server, without anything personal", async () => {
    const database = await fresh()
    const { db } = database
    const app = createApp(
      appDeps({
        findProject: createProjectLookup((id) => findProject(db, id)),
        recordEvent: createRecordEvent(db),
      }),
    )
    const event = tracked('CONNECT_SUCCESS', address)
    const send = (project: string, body: object) =>
      app.request(`/e?projectId=${project}&st=appkit&sv=react-1.7.1`, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { origin: 'https://shop.example', 'content-type': 'text/plain' },
      })
    expect((await send('shop', event)).status).toBe(202)
    expect((await send('shop', event)).status).toBe(202)
    expect((await send('quiet', tracked())).status).toBe(202)
    const kept = await rows(database)
    expect(kept).toHaveLength(1)
    expect(kept[0]).toMatchObject({
      project_id: 'shop',
      event_id: event.eventId,
      event: 'CONNECT_SUCCESS',
      properties: { connected: true },
      page: 'https://shop.example/cart',
      sdk_version: 'react-1.7.1',
      occurred_at: day(1),
    })
    expect(kept[0]?.visitor).toHaveLength(16)
    expect((await dump(database)).toLowerCase()).not.toMatch(/71c7656e|secret|token|session/)
  })

  it('recognizes an account on the same day, on every server, and not the day after', async () => {
    const database = await fresh()
    const { db } = database
    for (const date of [1, 1, 2]) await createRecordEvent(db, () => day(date))('shop', tracked('A', address))
    const visitors = (await rows(database)).map(({ visitor }) => visitor?.toString('hex'))
    expect(new Set(visitors).size).toBe(2)
    const { rows: salts } = await sql<{ day: string }>`select day::text from analytics_salts`.execute(db)
    expect(salts).toEqual([{ day: '2026-01-02' }])
  })

  it("limits a project's bytes per day, across all servers", async () => {
    const database = await fresh()
    const { db } = database
    let dropped = 0
    const limit = { bytesPerDay: 60_000, onDropped: () => void dropped++ }
    const servers = [1, 1, 1].map((date) => createRecordEvent(db, () => day(date), limit))
    const long = () => ({ ...tracked(), url: `https://shop.example/${'x '.repeat(240)}` })
    for (let round = 0; round < 60; round++) await Promise.all(servers.map((record) => record('shop', long())))
    const stored = (await rows(database)).length
    const [usage] = (
      await sql<{ bytes: string }>`select bytes from analytics_usage where project_id = 'shop'`.execute(db)
    ).rows
    expect(Number(usage!.bytes)).toBeLessThanOrEqual(60_000)
    expect(dropped).toBe(180 - stored)
    // Stored data never exceeds the count, and nearly the whole limit is used.
    expect(stored * 700).toBeLessThan(60_000)
    expect(stored * 900).toBeGreaterThan(50_000)
    await createRecordEvent(db, () => day(2), limit)('shop', tracked())
    expect(await rows(database)).toHaveLength(stored + 1)
    await cleanUp(db, 90, retries, day(4))
    expect((await sql`select 1 from analytics_usage`.execute(db)).rows).toHaveLength(0)
  })

  it('limits one client to its share of a project’s daily events', async () => {
    const database = await fresh()
    const { db } = database
    let taken = 0
    const plain = createMemoryLimiter()
    const limiter: Limiter = {
      take: async (key, quota) =>
        key.includes('analytics') && key.includes('203.0.113.1') && ++taken > 7
          ? { isAllowed: false, remaining: 0, resetSeconds: 9 }
          : plain.take(key, quota),
    }
    const findProjectOf = createProjectLookup((id) => findProject(db, id))
    const app = createApp(
      appDeps({
        ...{ findProject: findProjectOf, recordEvent: createRecordEvent(db), limiter, trustProxy: 1 },
        bodyLimitBytes: 100_000,
      }),
    )
    const send = (client: string, count: number) =>
      app.request('/batch?projectId=shop&st=appkit&sv=js-2', {
        method: 'POST',
        headers: { 'x-forwarded-for': client },
        body: JSON.stringify(Array.from({ length: count }, () => tracked('CLICK_X'))),
      })
    expect((await send('203.0.113.1', 10)).status).toBe(202)
    expect(await rows(database)).toHaveLength(7)
    expect((await send('203.0.113.2', 10)).status).toBe(202)
    expect(await rows(database)).toHaveLength(17)
  })

  it('creates one salt a day when many servers start at once', async () => {
    const database = await fresh()
    const servers = Array.from({ length: 8 }, () => createRecordEvent(database.db, () => day(1)))
    await Promise.all(servers.map((record) => record('shop', tracked('A', address))))
    expect(new Set((await rows(database)).map(({ visitor }) => visitor?.toString('hex'))).size).toBe(1)
  })

  it('counts by day and event', async () => {
    const { db, url } = await fresh()
    const at = (date: number) => createRecordEvent(db, () => day(date))
    const [first, second] = [at(1), at(2)]
    for (const account of [address, address, undefined]) await first('shop', tracked('MODAL_OPEN', account))
    await first('shop', tracked('MODAL_CLOSE'))
    await second('shop', tracked('MODAL_OPEN', address))
    expect(await countEvents(db, { days: 30 }, day(3))).toEqual([
      { day: '2026-01-02', projectId: 'shop', event: 'MODAL_OPEN', events: 1, visitors: 1 },
      { day: '2026-01-01', projectId: 'shop', event: 'MODAL_OPEN', events: 3, visitors: 1 },
      { day: '2026-01-01', projectId: 'shop', event: 'MODAL_CLOSE', events: 1, visitors: 0 },
    ])
    expect(await countEvents(db, { days: 2 }, day(3))).toHaveLength(1)
    expect(await countEvents(db, { days: 30, projectId: 'quiet' }, day(3))).toEqual([])
    const command = (...args: string[]) =>
      run(process.execPath, [fileURLToPath(new URL('./main.ts', import.meta.url)), ...args], {
        env: { ...process.env, DATABASE_URL: url },
      })
    const { stdout } = await command('counts', '--project', 'shop', '--days', '3650', '--json')
    expect(JSON.parse(stdout)).toEqual(await countEvents(db, { days: 3650 }))
    expect((await command('counts', '--days', '3650')).stdout).toMatch(/^2026-01-01 {2}shop +MODAL_OPEN +3 +1$/m)
    await expect(command('counts', '--days', 'many')).rejects.toMatchObject({
      stderr: '--days must be a whole number from 1 to 3650.\n',
    })
  })

  it('deletes expired events, one server at a time', async () => {
    const database = await fresh()
    const { db } = database
    await sql`insert into analytics_events (project_id, event_id, event, page, occurred_at, received_at)
      select 'shop', gen_random_uuid(), 'OLD', '', now(), ${day(1)}::timestamptz from generate_series(1, 12000)`.execute(
      db,
    )
    await createRecordEvent(db, () => day(20))('shop', tracked('NEW'))
    await sql`insert into analytics_salts values ('2026-01-01', decode(repeat('00', 32), 'hex'))`.execute(db)
    const holder = await database.pool.connect()
    await holder.query('begin; select pg_advisory_xact_lock(4102000002)')
    const meanwhile = await cleanUp(db, 10, retries, day(20))
    await holder.query('commit')
    holder.release()
    expect(meanwhile).toBeUndefined()
    expect(await rows(database)).toHaveLength(12_001)
    expect(await cleanUp(db, 10, retries, day(20))).toBe(12_000)
    expect(await cleanUp(db, 10, retries, day(20))).toBe(0)
    expect((await rows(database)).map(({ event }) => event)).toEqual(['NEW'])
    const { rows: salts } = await sql<{ day: string }>`select day::text from analytics_salts`.execute(db)
    expect(salts).toEqual([{ day: '2026-01-20' }])
  })

  it('cleans up at the start, and survives a failure', async () => {
    const database = await fresh()
    await createRecordEvent(database.db, () => day(1))('shop', tracked())
    const lines: string[] = []
    const log = createLog('info', { write: (line) => void lines.push(line) })
    await startCleanUp(database.db, 10, { register: new Registry(), log }).stop()
    expect(await rows(database)).toEqual([])
    await database.close()
    await startCleanUp(database.db, 10, { register: new Registry(), log }).stop()
    expect(lines.join()).toMatch(/"deleted":1.*delete analytics_events.*background task failed/s)
  })

  it('stores an event without what no database accepts: half a character, a NUL', async () => {
    const database = await fresh()
    const event = tracked()
    event.props.properties = { connected: true, message: `${'x'.repeat(199)}🦊`, search: '\udd8a\0' } as never
    await createRecordEvent(database.db)('shop', { ...event, sv: `react\0-1.7.1-${'x'.repeat(87)}🦊` })
    const [kept] = await rows(database)
    expect(kept).toMatchObject({
      properties: { message: `${'x'.repeat(199)}\ufffd`, search: '\ufffd' },
      sdk_version: `react-1.7.1-${'x'.repeat(87)}🦊`.slice(0, 100).toWellFormed(),
    })
  })

  it('is deleted with its project', async () => {
    const database = await fresh()
    await createRecordEvent(database.db)('shop', tracked())
    await removeProject(database.db, 'shop')
    expect(await rows(database)).toEqual([])
  })

  it('reports an event that cannot be stored, and stores the next', async () => {
    const database = await fresh()
    const record = createRecordEvent(database.db)
    await expect(record('nobody', tracked())).rejects.toMatchObject({ code: 'unavailable' })
    await record('shop', tracked())
    expect(await rows(database)).toHaveLength(1)
  })

  it('migrates a database in use without changing its data', async () => {
    const url = await cluster.createEmpty()
    const database = openDatabase({ url, poolSize: 2, statementTimeoutMs: 10_000 })
    const { db, close } = database
    const all = listMigrations()
    expect(await migrate(database, all.slice(0, 1))).toEqual(['0001_projects'])
    const before = await addProject(db, shop)
    expect(await migrate(database)).toEqual(all.slice(1).map(({ name }) => name))
    expect(await findProject(db, 'shop')).toEqual(before)
    await createRecordEvent(db)('shop', tracked())
    expect(await countEvents(db, { days: 1 })).toHaveLength(1)
    await close()
  })
})
