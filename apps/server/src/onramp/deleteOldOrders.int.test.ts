import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestCluster, type TestCluster } from '../../test/testDatabase.ts'
import type { OpenDatabase } from '../db/openDatabase.ts'
import { deleteOldOrders } from './deleteOldOrders.ts'

let cluster: TestCluster
let database: OpenDatabase
beforeAll(async () => {
  cluster = await startTestCluster()
  database = await cluster.create()
})
afterAll(() => cluster?.stop())

it('deletes purchases two years after their last change, and no others', async () => {
  const add = (id: string, days: number) =>
    database.pool.query(
      `insert into onramp_orders (id, project_id, provider, reference, status, asset, address, address_key, currency, method, pays,
          made_at, changed_at, looked_at)
        select $1 || repeat('0', 30) || n, 'shop', 'moonpay', $1 || n, 'settled', '{}', '0x', 'key', 'EUR', 'card', '1',
          now() - interval '5 years', now() - $2 * interval '1 day', now()
        from generate_series(1, $3) n`,
      [id, days, id === 'old' ? 5_001 : 3],
    )
  await add('old', 731)
  await add('kept', 729)
  expect(await deleteOldOrders(database.db, 730)).toBe(5_001)
  const { rows } = await database.pool.query(`select left(id, 4) as id from onramp_orders`)
  expect(rows).toEqual([{ id: 'kept' }, { id: 'kept' }, { id: 'kept' }])
  expect(await deleteOldOrders(database.db, 730)).toBe(0)
})
