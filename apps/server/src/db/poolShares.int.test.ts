import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestCluster, type TestCluster } from '../../test/testDatabase.ts'
import { readConfig } from '../config.ts'
import { createLog } from '../log/createLog.ts'
import { startServer } from '../startServer.ts'

let cluster: TestCluster
beforeAll(async () => {
  cluster = await startTestCluster()
})
afterAll(() => cluster.stop())

const attackers = Array.from({ length: 40 }, (_, n) => `0x${(n + 1).toString(16).padStart(40, '0')}`)

it("serves a visitor at once while another's 40 requests hang in the database", async () => {
  const { url, pool } = await cluster.create()
  const server = await startServer(
    readConfig({
      ...{ DATABASE_URL: url, PORT: '0', DEFAULT_PROJECT: 'local', TRUST_PROXY: '1', INDEXER: 'off' },
      RPC_URL_EIP155_1: 'http://127.0.0.1:9',
    }),
    createLog('silent'),
  )
  const send = (visitor: string, path: string, init: RequestInit = {}) =>
    fetch(`${server.url}${path}?projectId=billfold-local&chainId=eip155:1`, {
      ...init,
      headers: { 'x-forwarded-for': visitor },
    })
  /** Stores an event: a statement in the same pool, on a table that no one holds. */
  const visit = async (visitor: string) => {
    const began = performance.now()
    const { status } = await send(visitor, '/e', {
      method: 'POST',
      body: JSON.stringify({
        ...{ eventId: crypto.randomUUID(), url: 'http://localhost:3000/', domain: 'x', timestamp: Date.now() },
        props: { type: 'track', event: 'MODAL_OPEN' },
      }),
    })
    return { status, ms: performance.now() - began }
  }
  await pool.query('insert into index_chains values (1, 1, 0, 0, now())')
  expect((await visit('198.51.100.7')).status).toBe(202)

  const lock = new pg.Client({ connectionString: url })
  await lock.connect()
  await lock.query('begin; lock table index_transactions in access exclusive mode')
  const hanging = attackers.map((account) => send('203.0.113.5', `/v1/account/${account}/counterparties`))
  const blocked =
    "select count(*)::int as count from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()"
  const countBlocked = async () => (await pool.query<{ count: number }>(blocked)).rows[0]!.count
  await expect.poll(countBlocked).toBeGreaterThanOrEqual(5)
  const visits = await Promise.all([1, 2, 3].map((n) => visit(`198.51.100.${n}`)))
  expect(visits.map(({ status }) => status)).toEqual([202, 202, 202])
  expect(Math.max(...visits.map(({ ms }) => ms))).toBeLessThan(2_000)
  // One client has half of the ten connections, whatever it sends.
  expect(await countBlocked()).toBe(5)

  await lock.query('commit')
  await lock.end()
  const statuses = (await Promise.all(hanging)).map(({ status }) => status)
  // Served late, or told to slow down: never a failure of the server's.
  expect(statuses.filter((status) => status !== 200 && status !== 429)).toEqual([])
  await server.close()
})
