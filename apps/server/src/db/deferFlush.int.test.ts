import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestCluster, type TestCluster } from '../../test/testDatabase.ts'
import { createRecordEvent } from '../analytics/recordEvent.ts'
import { createChainLeases } from '../indexer/createChainLeases.ts'
import { requestFollowing } from '../indexer/followedAddresses.ts'
import { addProject } from '../projects/projects.ts'
import { createMailbox } from '../relay/mailbox.ts'
import { type OpenDatabase, openDatabase } from './openDatabase.ts'

let cluster: TestCluster
let database: OpenDatabase
beforeAll(async () => {
  cluster = await startTestCluster()
  const { url } = await cluster.create()
  // The test clusters flush nothing: these connections wait for the disk as an operator's do.
  const waiting = `${url}${url.includes('?') ? '&' : '?'}options=-c%20synchronous_commit%3Don`
  database = openDatabase({ url: waiting, poolSize: 4, statementTimeoutMs: 60_000 })
  const { db } = database
  await sql`create unlogged table commits (written text, waits text)`.execute(db)
  // A deferred trigger runs at the commit, with the setting that the commit goes by.
  await sql`create function note_commit() returns trigger language plpgsql as $$ begin
    insert into commits values (tg_table_name, current_setting('synchronous_commit')); return null; end $$`.execute(db)
  for (const table of ['relay_messages', 'relay_receipts', 'analytics_events', 'index_addresses', 'index_chains'])
    await sql`create constraint trigger note_commit after insert or update on ${sql.table(table)}
      deferrable initially deferred for each row execute function note_commit()`.execute(db)
})
afterAll(async () => {
  await database?.close()
  await cluster?.stop()
})

/** How the commits of `write` wait for the disk, by table. */
async function commitsOf(write: () => Promise<unknown>): Promise<Record<string, string[]>> {
  const { db } = database
  await sql`truncate commits`.execute(db)
  await write()
  const { rows } = await sql<{ written: string; waits: string[] }>`select written, array_agg(distinct waits) as waits
    from commits group by written order by written`.execute(db)
  return Object.fromEntries(rows.map(({ written, waits }) => [written, waits]))
}

it('flushes a message before it is accepted, and no receipt of it', async () => {
  const mailbox = createMailbox(database.pool)
  const hex = (bytes: number) => randomBytes(bytes).toString('hex')
  const [topic, reader] = [hex(32), hex(32)]
  const message = { topic, hash: hex(32), message: 'AAAA', tag: 0, attestation: null }
  let seq = 0
  const stored = await commitsOf(async () => {
    const [row] = await mailbox.store([{ ...message, publisher: hex(32), origin: hex(8), ttlSeconds: 300 }])
    seq = row!.seq
  })
  expect(stored).toEqual({ relay_messages: ['on'] })
  expect(await commitsOf(() => mailbox.acknowledge([{ seq, client: reader }]))).toEqual({ relay_receipts: ['off'] })
})

it('flushes no event of a page', async () => {
  const { db } = database
  await addProject(db, { id: 'shop', name: 'Shop', origins: ['https://shop.example'], features: { analytics: true } })
  const recordEvent = createRecordEvent(db)
  const record = () =>
    recordEvent('shop', {
      eventId: crypto.randomUUID(),
      url: 'https://shop.example/',
      domain: 'shop.example',
      timestamp: Date.now(),
      props: { type: 'track', event: 'MODAL_OPEN', properties: {} },
    })
  expect(await commitsOf(record)).toEqual({ analytics_events: ['off'] })
})

it('flushes neither the addresses to follow nor what is indexed under a lease', async () => {
  const { db } = database
  const chainId = 77
  expect(await commitsOf(() => requestFollowing(db, chainId, `0x${'1'.repeat(40)}`))).toEqual({
    index_addresses: ['off'],
  })
  const leases = createChainLeases({ db, leaseMs: 60_000 })
  const [lease] = (await leases.update([chainId])).leases
  const write = leases.writeOn(db, lease!)
  const index = () =>
    write((tx) =>
      sql`insert into index_chains (chain_id, next_block, head_block) values (${chainId}, 1, 1)`.execute(tx),
    )
  expect(await commitsOf(index)).toEqual({ index_chains: ['off'] })
})
