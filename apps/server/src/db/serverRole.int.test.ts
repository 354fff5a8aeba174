import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestCluster, type TestCluster } from '../../test/testDatabase.ts'
import { runBillfold } from '../cli/runBillfold.ts'
import { readConfig } from '../config.ts'
import { createLog } from '../log/createLog.ts'
import { readRelayConfig } from '../relay/relayConfig.ts'
import { startRelay } from '../relay/startRelay.ts'
import { startServer } from '../startServer.ts'
import { openDatabase } from './openDatabase.ts'

let cluster: TestCluster
beforeAll(async () => {
  cluster = await startTestCluster()
})
afterAll(() => cluster.stop())

/** An empty database, and the URL of a role that owns nothing. */
async function twoRoles() {
  const owner = await cluster.createEmpty()
  const role = `server_${crypto.randomUUID().slice(0, 8)}`
  const admin = new pg.Client({ connectionString: owner })
  await admin.connect()
  await admin.query(`create role ${role} login password 'server-word'`)
  const server = new URL(owner)
  server.username = role
  server.password = 'server-word'
  const drop = async () => {
    await admin.query(`drop owned by ${role}`)
    await admin.query(`drop role ${role}`)
    await admin.end()
  }
  return { owner, server: server.href, role, drop }
}

const linesOf = async (args: string[], env: Record<string, string>) => {
  const lines: string[] = []
  const code = await runBillfold(args, env, (line) => lines.push(line))
  return { code, lines }
}

describe('a server whose role may not change tables', () => {
  it('refuses a database that lacks migrations, runs after the job, and cannot alter a table', async () => {
    const { owner, server, role, drop } = await twoRoles()
    const env = { DATABASE_URL: server, MIGRATE: 'never', PORT: '0', DEFAULT_PROJECT: 'local' }
    const start = () => startServer(readConfig(env), createLog('silent'))
    await expect(start()).rejects.toThrow(/lacks \d+ migration\(s\), from 0001_projects on: run billfold migrate first/)
    const job = { ...env, MIGRATION_DATABASE_URL: owner }
    expect((await linesOf(['migrate', '--check'], job)).code).toBe(1)
    const { lines } = await linesOf(['migrate'], job)
    expect(lines[0]).toBe('done  0001_projects')
    expect(lines.at(-1)).toBe(`Role ${role} may read and write all tables, and change none of them.`)
    expect(await linesOf(['migrate', '--check'], job)).toEqual({ code: 0, lines: ['The database is up to date.'] })

    const running = await start()
    const ready = await fetch(`${running.url}/ready`)
    expect([ready.status, await ready.json()]).toEqual([200, { status: 'ok', parts: { rpc: 'ok', database: 'ok' } }])
    const body = JSON.stringify({
      ...{ eventId: crypto.randomUUID(), url: 'http://localhost:3000/', domain: 'x', timestamp: Date.now() },
      props: { type: 'track', event: 'MODAL_OPEN' },
    })
    expect((await fetch(`${running.url}/e?projectId=billfold-local`, { method: 'POST', body })).status).toBe(202)
    await running.close()

    const own = openDatabase({ url: server, poolSize: 1, statementTimeoutMs: 10_000 })
    for (const statement of [
      sql`alter table projects add column x text`,
      sql`create table more (id int)`,
      sql`drop table projects`,
      sql`delete from migrations`,
    ])
      await expect(statement.execute(own.db)).rejects.toThrow(/permission denied|must be owner/)
    await own.close()
    await drop()
  })
})

describe('a relay’s own role', () => {
  it('runs a relay, and reads nothing of the API’s', async () => {
    const [{ owner, server, drop }, { role, drop: dropRelay }] = [await twoRoles(), await twoRoles()]
    const own = new URL(server)
    own.username = role
    const env = { DATABASE_URL: server, MIGRATION_DATABASE_URL: owner, DATABASE_URL_RELAY: own.href }
    const { lines } = await linesOf(['migrate'], env)
    expect(lines.at(-1)).toBe(`Role ${role} may read and write the relay’s tables, and change none of them.`)
    const config = readRelayConfig({ DATABASE_URL: own.href, MIGRATE: 'never', PORT: '0' })
    const relay = await startRelay(config, createLog('silent'))
    expect((await fetch(`${relay.url.replace(/^ws/, 'http')}/ready`)).status).toBe(200)
    await relay.close()

    const database = openDatabase({ url: own.href, poolSize: 1, statementTimeoutMs: 10_000 })
    await sql`select from relay_messages`.execute(database.db)
    for (const statement of [
      sql`select from projects`,
      sql`select from embedded_wallets`,
      sql`delete from migrations`,
      sql`alter table relay_messages add column x text`,
    ])
      await expect(statement.execute(database.db)).rejects.toThrow(/permission denied|must be owner/)
    await database.close()
    const admin = new pg.Client({ connectionString: owner })
    await admin.connect()
    await admin.query(`drop owned by ${role}`)
    await admin.end()
    await Promise.all([drop(), dropRelay()])
  })
})
