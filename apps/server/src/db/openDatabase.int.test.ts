import { sql } from 'kysely'
import type pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestCluster, type TestCluster } from '../../test/testDatabase.ts'

let cluster: TestCluster
beforeAll(async () => {
  cluster = await startTestCluster()
})
afterAll(() => cluster.stop())

it('survives a connection lost in a transaction, between two statements', async () => {
  const { db, pool } = await cluster.create()
  const connected = new Promise<pg.PoolClient>((done) => pool.once('connect', done))
  const lost = db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
    const client = await connected
    const ended = new Promise<void>((done) => client.once('end', done))
    await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(db)
    // The server's message arrives while the connection is idle.
    await ended
    await sql`select 1`.execute(tx)
  })
  await expect(lost).rejects.toThrow(/terminat|not queryable|closed/i)
  expect((await sql<{ one: number }>`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }])
})
