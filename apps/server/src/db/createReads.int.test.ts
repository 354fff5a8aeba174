import { sql } from 'kysely'
import pg from 'pg'
import { Registry } from 'prom-client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestReplica } from '../../test/startTestReplica.ts'
import { createLog } from '../log/createLog.ts'
import { startReads } from './createReads.ts'
import { migrate } from './migrate.ts'
import { type OpenDatabase, openDatabase } from './openDatabase.ts'

let servers: Awaited<ReturnType<typeof startTestReplica>>
let [primary, replica]: OpenDatabase[] = []
const open = (url: string) => openDatabase({ url, poolSize: 2, statementTimeoutMs: 10_000 })
beforeAll(async () => {
  servers = await startTestReplica()
  primary = open(servers.primary)
  replica = open(servers.replica)
  await migrate(primary)
})
afterAll(async () => {
  await Promise.all([primary?.close(), replica?.close()])
  await servers?.stop()
})

it('reads from a streaming replica, and from the primary while that is paused or gone', async () => {
  const register = new Registry()
  const admin = new pg.Client({ connectionString: servers.replica })
  await admin.connect()
  const reads = startReads({
    ...{ primary: primary!.db, replica: replica!.db, maxLagMs: 1_000, everyMs: 50, register, log: createLog('silent') },
  })
  const chains = () =>
    reads.reads(async (db) => {
      const { rows } = await sql<{ count: number; isReplica: boolean }>`
        select count(*)::int as count, pg_is_in_recovery() as "isReplica" from index_chains`.execute(db)
      return rows[0]
    })
  const lag = async () => (await register.getSingleMetric('db_replica_lag_seconds')!.get()).values[0]!.value
  await expect.poll(chains).toEqual({ count: 0, isReplica: true })
  await primary!.pool.query('insert into index_chains values (1, 0, 0, 0)')
  await expect.poll(chains).toEqual({ count: 1, isReplica: true })

  // Replication stops: what is written from now on is only on the primary, and soon read there.
  await admin.query('select pg_wal_replay_pause()')
  await primary!.pool.query('insert into index_chains values (2, 0, 0, 0)')
  await expect.poll(chains).toEqual({ count: 2, isReplica: false })
  expect(await lag()).toBeGreaterThan(1)
  await admin.query('select pg_wal_replay_resume()')
  await expect.poll(chains).toEqual({ count: 2, isReplica: true })
  expect(await lag()).toBeLessThanOrEqual(1)

  // A query that fails on the replica runs again on the primary, and no request notices.
  await admin.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and backend_type = 'client backend'`,
  )
  const seen = await Promise.all([chains(), chains()])
  for (const each of seen) expect(each?.count).toBe(2)
  await reads.stop()
  await admin.end()
})
