import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { toHex } from 'viem'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestCluster, type TestCluster } from '../../test/testDatabase.ts'
import { addProject } from '../projects/projects.ts'
import { reserve, setBudget, usedOf } from './sponsorships.ts'

let cluster: TestCluster
let db: Awaited<ReturnType<TestCluster['create']>>['db']
beforeAll(async () => {
  cluster = await startTestCluster()
  db = (await cluster.create()).db
  await addProject(db, { id: 'shop', name: 'Shop', origins: ['https://shop.example'], features: {} })
})
afterAll(() => cluster.stop())

const chainId = 'eip155:31337'
const budget = { project_id: 'shop', chain_id: chainId, period: 'day' as const }
const setTerms = (terms: { budget?: string; operations_per_day?: number } = {}) =>
  setBudget(db, {
    ...budget,
    budget: '1000000',
    most_per_operation: '1000000',
    operations_per_day: 3,
    targets: null,
    ...terms,
  })
beforeEach(async () => {
  await sql`delete from sponsorships`.execute(db)
  await setTerms()
})

const newAccount = () => toHex(randomBytes(20))
const promise = (sender: ReturnType<typeof newAccount>, nonce: bigint, cost = 10n) =>
  reserve(db, { chainId, projectId: 'shop', op: { sender, nonce }, cost, validUntil: 100n, head: 1n })
const release = () => sql`update sponsorships set status = 'released' where status = 'open'`.execute(db)
const age = (interval: string) =>
  sql`update sponsorships set created_at = created_at - ${interval}::interval`.execute(db)

test('counts released reservations toward the account’s day', async () => {
  const sender = newAccount()
  for (let at = 0; at < 3; at++) {
    await promise(sender, 0n)
    await release()
  }
  await expect(promise(sender, 0n)).rejects.toThrow('has used its 3 sponsored operations for today')
  await expect(promise(sender, 1n)).rejects.toThrow('has used its 3 sponsored operations for today')
})

test('charges a nonce that is reserved again to the day of the new reservation', async () => {
  const sender = newAccount()
  await promise(sender, 0n)
  await release()
  await age('2 days')
  await promise(sender, 0n, 40n)
  expect(await usedOf(db, budget)).toBe(40n)
  await age('1 day')
  expect(await usedOf(db, budget)).toBe(0n)
  await promise(sender, 0n, 20n)
  expect(await usedOf(db, budget), 'the earlier signature may still cost 40').toBe(40n)
})

test('reserves at most three operations at a time for an account', async () => {
  await setTerms({ operations_per_day: 100 })
  const sender = newAccount()
  for (let nonce = 0n; nonce < 3n; nonce++) await promise(sender, nonce)
  await promise(sender, 2n)
  await expect(promise(sender, 3n)).rejects.toThrow('3 sponsored operations pending')
  await promise(newAccount(), 0n)
})
