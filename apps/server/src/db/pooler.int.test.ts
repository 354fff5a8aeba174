import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createConnection, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestCluster, type TestCluster } from '../../test/testDatabase.ts'
import { readConfig } from '../config.ts'
import { createChainLeases } from '../indexer/createChainLeases.ts'
import { createSharedLimiter } from '../limits/createSharedLimiter.ts'
import { createLog } from '../log/createLog.ts'
import { startServer } from '../startServer.ts'
import { migrate } from './migrate.ts'
import { openDatabase } from './openDatabase.ts'
import { as, findRunAs } from './runAs.ts'

const program = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer'].find((path) => existsSync(path))
let cluster: TestCluster
let pooler: ChildProcess
let direct: string
let pooled: string
const dir = mkdtempSync(join(tmpdir(), 'billfold-pooler-'))

const accepts = (port: number) =>
  new Promise<boolean>((done) => {
    const socket = createConnection(port, '127.0.0.1', () => done(true)).on('error', () => done(false))
    socket.unref()
  })

// Debian's PgBouncer, in transaction mode, with two connections to the database for everyone.
describe.skipIf(!program)('behind PgBouncer in transaction mode', () => {
  beforeAll(async () => {
    cluster = await startTestCluster()
    direct = await cluster.createEmpty()
    const { hostname, port, username, password, pathname } = new URL(direct)
    const listen = createServer().listen(0, '127.0.0.1')
    await once(listen, 'listening')
    const own = (listen.address() as AddressInfo).port
    listen.close()
    await once(listen, 'close')
    writeFileSync(join(dir, 'users.txt'), `"${username}" "${decodeURIComponent(password)}"\n`)
    writeFileSync(
      join(dir, 'pgbouncer.ini'),
      `[databases]\n* = host=${hostname} port=${port}\n[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = ${own}\nunix_socket_dir =
auth_type = plain\nauth_file = ${join(dir, 'users.txt')}\npool_mode = transaction\ndefault_pool_size = 2\nserver_reset_query_always = 0\n`,
    )
    chmodSync(dir, 0o755)
    pooler = spawn(program!, [join(dir, 'pgbouncer.ini')], { ...as(findRunAs()), stdio: 'ignore' })
    while (!(await accepts(own))) await sleep(50)
    pooled = `postgres://${username}:${password}@127.0.0.1:${own}${pathname}`
  })
  afterAll(async () => {
    pooler?.kill('SIGKILL')
    await cluster?.stop()
    rmSync(dir, { recursive: true, force: true })
  })

  it('migrates over the direct connection, and serves and indexes over the pooled one', async () => {
    const server = await startServer(
      readConfig({
        ...{ DATABASE_URL: pooled, DATABASE_DIRECT_URL: direct, PORT: '0', DEFAULT_PROJECT: 'local' },
        ...{ RPC_URL_EIP155_1: 'http://127.0.0.1:9', INDEXER_LEASE_SECONDS: '2' },
      }),
      createLog('silent'),
    )
    const ask = async (n: number) => {
      const query = 'projectId=billfold-local&chainId=eip155:1'
      return (await fetch(`${server.url}/v1/account/0x${n.toString(16).padStart(40, '0')}/counterparties?${query}`))
        .status
    }
    // Twenty at once over two connections: nothing of one session reaches another.
    expect(new Set(await Promise.all(Array.from({ length: 20 }, (_, n) => ask(n + 1))))).toEqual(new Set([200]))
    expect((await fetch(`${server.url}/ready`)).status).toBe(200)
    const database = openDatabase({ url: pooled, directUrl: direct, poolSize: 8, statementTimeoutMs: 10_000 })
    await expect.poll(async () => (await sql`select 1 from index_leases`.execute(database.db)).rows.length).toBe(1)
    await database.close()
    await server.close()
  })

  it('keeps leases, limits and transactions right with more clients than connections', async () => {
    const settings = { url: pooled, directUrl: direct, poolSize: 8, statementTimeoutMs: 10_000 }
    const [one, two] = [openDatabase(settings), openDatabase(settings)]
    await migrate(one)
    const limiters = [one, two].map(({ db }) => createSharedLimiter({ db }))
    const quota = { limit: 20, windowMs: 3_600_000 }
    const verdicts = await Promise.all(Array.from({ length: 60 }, (_, n) => limiters[n % 2]!.take('pooled', quota)))
    expect(verdicts.filter(({ isAllowed }) => isAllowed)).toHaveLength(20)
    const leases = [one, two].map(({ db }) => createChainLeases({ db, leaseMs: 60_000 }))
    for (const each of [...leases, ...leases, ...leases]) await each.update([1001, 1002, 1003, 1004])
    const held = await Promise.all(
      leases.map(async (each) => (await each.update([1001, 1002, 1003, 1004])).leases.length),
    )
    expect(held.reduce((sum, count) => sum + count)).toBe(4)
    // A lock of a session needs the direct connection.
    await one.inSession(async (session) => {
      await sql`select pg_advisory_lock(7)`.execute(session)
      const { rows } = await sql<{ isFree: boolean }>`select pg_try_advisory_lock(7) as "isFree"`.execute(two.db)
      expect(rows).toEqual([{ isFree: false }])
      await sql`select pg_advisory_unlock(7)`.execute(session)
    })
    await Promise.all([one.close(), two.close()])
  })
})
