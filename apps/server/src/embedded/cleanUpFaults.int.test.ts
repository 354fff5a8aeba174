import { sql } from 'kysely'
import { Registry } from 'prom-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestCluster, type TestCluster } from '../../test/testDatabase.ts'
import { testEmbedded } from '../../test/testEmbedded.ts'
import { createLog } from '../log/createLog.ts'
import { createRetries } from '../process/createRetries.ts'
import { cleanUp } from './cleanUp.ts'
import { addNotice, deliverNotices } from './notices.ts'

let cluster: TestCluster
beforeAll(async () => {
  cluster = await startTestCluster()
})
afterAll(() => cluster.stop())

/** Embedded wallets whose cleanup loop counts its failures where the test reads them. */
async function setUp() {
  const served = testEmbedded(await cluster.create())
  const register = new Registry()
  const now = () => served.deps.now().getTime()
  const deps = {
    ...served.deps,
    retries: createRetries({ loop: 'embedded', register, log: createLog('silent'), now }),
  }
  const failing = async () =>
    [...(await register.metrics()).matchAll(/background_row_failures\{(.*)\} \d+/g)].map(([, labels]) => labels)
  return { ...served, deps, failing }
}

test('erases all accounts except one that fails for an hour, and a metric names it', async () => {
  const { db, deps, pass, failing } = await setUp()
  const [stuck, ...others] = [1, 2, 3].map((n) => `00000000-0000-4000-8000-00000000000${n}`)
  const add = (id: string) =>
    db
      .insertInto('embedded_users')
      .values({ id, key: Buffer.alloc(1), created_at: deps.now(), delete_at: deps.now() })
      .execute()
  const left = async () => (await db.selectFrom('embedded_users').select('id').execute()).map(({ id }) => id)
  await sql`create function reject() returns trigger language plpgsql as $$ begin raise 'not this one'; end $$`.execute(
    db,
  )
  await sql`create trigger reject before delete on embedded_users for each row
    when (old.id = ${sql.lit(stuck)}) execute function reject()`.execute(db)
  await add(stuck!)
  for (let minute = 0; minute < 60; minute++) {
    // One account's week ends during the hour.
    if (minute % 30 === 0) await add(others[minute / 30]!)
    pass(60)
    await cleanUp(deps)
    expect(await left()).toEqual([stuck])
  }
  expect(await failing()).toEqual([`loop="embedded",row="erase account ${stuck}"`])
  await sql`drop function reject cascade`.execute(db)
  pass(600)
  await cleanUp(deps)
  expect(await left()).toEqual([])
  expect(await failing()).toEqual([])
})

test('mails all notices except one that fails for an hour, and a metric names it', async () => {
  const { db, deps, pass, failing, mails } = await setUp()
  const [stuck, other] = ['ann@mail.example', 'ben@mail.example']
  let isRejected = true
  const mailer = {
    ...deps.mailer,
    async send(mail: Parameters<typeof deps.mailer.send>[0]) {
      if (isRejected && mail.to === stuck) throw new Error('no such mailbox')
      await deps.mailer.send(mail)
    },
  }
  const notify = (email: string) => addNotice(db, deps, { email }, { kind: 'deletion stopped' })
  const mailed = (to: string) => mails.filter((mail) => mail.to === to).length
  await notify(stuck)
  const { id } = await db.selectFrom('embedded_notices').select('id').executeTakeFirstOrThrow()
  for (let minute = 0; minute < 60; minute++) {
    if (minute % 30 === 0) await notify(other)
    pass(60)
    await deliverNotices({ ...deps, mailer })
    expect([mailed(stuck), mailed(other)]).toEqual([0, 1 + Math.floor(minute / 30)])
  }
  expect(await failing()).toEqual([`loop="embedded",row="mail ${id}"`])
  isRejected = false
  pass(3600)
  await deliverNotices({ ...deps, mailer })
  expect(mailed(stuck)).toBe(1)
  expect(await failing()).toEqual([])
})
