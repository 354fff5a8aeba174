import fc from 'fast-check'
import { sql } from 'kysely'
import { Registry } from 'prom-client'
import { maxUint256 } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPretendChain, type PretendTransaction } from '../../test/pretendChain.ts'
import { startTestCluster, type TestCluster } from '../../test/testDatabase.ts'
import { contentsOf, createTestFollower } from '../../test/testFollower.ts'
import { ethereum } from '../../test/testUpstream.ts'
import { createChains } from '../chains/createChains.ts'
import { openDatabase } from '../db/openDatabase.ts'
import { createMemoryLimiter } from '../limits/createMemoryLimiter.ts'
import { nameProject, runAsVisitor } from '../limits/visitor.ts'
import { createLog } from '../log/createLog.ts'
import { createRetries } from '../process/createRetries.ts'
import { createIndexedHistory } from '../providers/history/createIndexedHistory.ts'
import { createIndexedNfts } from '../providers/nfts/createIndexedNfts.ts'
import { createFollowing } from './createFollowing.ts'
import { nextToBackfill, type Turns } from './followedAddresses.ts'
import { forgetStep, nextToForget } from './forgetAddresses.ts'
import { createIndexerMetrics } from './indexerMetrics.ts'
import type { Hex } from './indexRows.ts'
import { startIndexer } from './startIndexer.ts'

// A PostgreSQL, and chains with forks and long pasts at will.
let cluster: TestCluster
beforeAll(async () => {
  cluster = await startTestCluster()
})
afterAll(() => cluster?.stop())

const personOf = (digit: number): Hex => `0x${String(digit).repeat(40)}`
const [ann, ben, shop] = [personOf(1), personOf(2), personOf(3)]

test('builds the same index from any history, with any forks and step sizes', async () => {
  const people = [ann, ben, shop, personOf(4)]
  const person = fc.constantFrom(...people)
  const token = fc.constantFrom<(Hex | undefined)[]>(undefined, `0x${'a'.repeat(40)}`, `0x${'b'.repeat(40)}`)
  const transfer = fc.record({ from: person, to: person, amount: fc.bigInt(0n, maxUint256), token })
  const transaction = fc.record({ from: person, transfers: fc.array(transfer, { maxLength: 3 }), fails: fc.boolean() })
  const action = fc.oneof(
    { weight: 4, arbitrary: fc.record({ mine: fc.array(transaction, { maxLength: 3 }) }) },
    { weight: 1, arbitrary: fc.record({ forget: fc.integer({ min: 1, max: 12 }) }) },
    { weight: 2, arbitrary: fc.constant('read' as const) },
  )
  const { db } = await cluster.create()
  let chainId = 0
  await fc.assert(
    fc.asyncProperty(fc.array(action, { maxLength: 40 }), fc.constantFrom(1, 4, 128), async (actions, window) => {
      const node = createPretendChain({ chainId, maxLogs: 5 })
      const [forked, afresh] = [++chainId, ++chainId]
      const reader = createTestFollower(db, node, { chainId: forked, startBlock: 0, window })
      for (const each of actions) {
        if (each === 'read') await reader.catchUp()
        else if ('mine' in each) node.mine(each.mine as PretendTransaction[])
        else node.forget(each.forget)
      }
      // The longer chain wins, because it is longer.
      let highest = node.head()
      for (const each of actions) if (each !== 'read' && 'mine' in each) highest++
      while (node.head() <= highest) node.mine([])
      await reader.catchUp()
      await createTestFollower(db, node, { chainId: afresh, startBlock: 0 }).catchUp()
      expect(await contentsOf(db, forked)).toEqual(await contentsOf(db, afresh))
    }),
    { numRuns: 25 },
  )
})

test("searches an address's past on its first request, and follows it from then on", async () => {
  const node = createPretendChain({ maxLogs: 50 })
  const pay = (from: Hex, to: Hex, amount: bigint): PretendTransaction => ({
    from,
    transfers: [{ from, to, amount, token: `0x${'c'.repeat(40)}` }],
  })
  for (let i = 1; i <= 200; i++) node.mine([pay(ann, shop, BigInt(i)), pay(ben, shop, 1n)])
  const own = { ...ethereum, id: 'eip155:77' as const, reference: '77', startBlock: undefined, tokens: [] }
  const { db } = await cluster.create()
  const source = createIndexedHistory({ db, answersPartly: () => false, patienceMs: 0 })
  const ask = () =>
    source.history({ chain: own, address: ann, cursor: undefined, limit: 1_000 }, new AbortController().signal)
  const reader = createTestFollower(db, node, { chainId: 77 })
  expect(await ask()).toBeUndefined()
  await reader.catchUp()
  expect((await ask())?.data).toHaveLength(200)
  // Equal requests are read once, while concurrent and until there is anything new.
  const [one, two] = await Promise.all([ask(), ask()])
  expect([two === one, (await ask()) === one]).toEqual([true, true])
  node.mine([pay(shop, ann, 9n), pay(ben, shop, 1n)])
  await reader.catchUp()
  const mined = await ask()
  expect(mined?.data.map(({ transfers }) => transfers[0]?.quantity.numeric).slice(0, 3)).toEqual(['9', '200', '199'])
  const { rows } = await sql<{ count: string }>`select count(*) from index_transfers`.execute(db)
  expect(rows[0]?.count).toBe('201')
})

test('shares the work between two servers, and continues when one dies', async () => {
  const { url } = await cluster.create()
  const node = createPretendChain({ chainId: 88 })
  const own = { ...ethereum, id: 'eip155:88' as const, reference: '88', startBlock: 0n }
  const pay = (i: number) => node.mine([{ from: ann, transfers: [{ from: ann, to: shop, amount: BigInt(i) }] }])
  const servers = [0, 1].map(() => {
    const opened = openDatabase({ url, poolSize: 2, statementTimeoutMs: 10_000 })
    const register = new Registry()
    const metrics = createIndexerMetrics(register)
    const log = createLog('silent')
    const retries = createRetries({ loop: 'indexer', register, log })
    const chains = createChains([own])
    const calls = { db: opened.db, chains, rpc: () => node as never, log, metrics, retries, pollMs: 20, leaseMs: 1_000 }
    return { opened, register, indexer: startIndexer(calls) }
  })
  const read = async (name: string) =>
    Promise.all(
      servers.map(async ({ register }) => (await register.getSingleMetric(name)?.get())?.values[0]?.value ?? 0),
    )
  const { db } = servers[0]!.opened
  const count = async () =>
    Number((await sql<{ n: string }>`select count(*) as n from index_transfers`.execute(db)).rows[0]?.n)
  for (let i = 0; i < 50; i++) pay(i + 1)
  await expect.poll(count).toBe(50)
  const holder = (await read('indexer_holds_chain')).indexOf(1)
  // Rows are there before they are counted.
  await expect.poll(() => read('indexer_transfers_total')).toEqual(holder === 0 ? [50, 0] : [0, 50])

  // The holder stops, and gives its lease back.
  await servers[holder]!.indexer.stop()
  for (let i = 0; i < 30; i++) pay(i + 1)
  await expect.poll(count).toBe(80)
  expect((await read('indexer_holds_chain'))[1 - holder]).toBe(1)

  // Every connection is cut: unfinished work is rolled back, and done again.
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`.execute(db)
  for (let i = 0; i < 5; i++) pay(i + 1)
  await expect.poll(count).toBe(85)
  await Promise.all(servers.map(({ indexer }) => indexer.stop()))
  for (const { opened } of servers) await opened.close()
})

test('does not read a chain without followed addresses, and waits on the first request', async () => {
  const { db } = await cluster.create()
  const node = createPretendChain({ chainId: 99 })
  for (let i = 1; i <= 300; i++)
    node.mine([{ from: ann, transfers: [{ from: ann, to: shop, amount: BigInt(i), token: `0x${'c'.repeat(40)}` }] }])
  const own = { ...ethereum, id: 'eip155:99' as const, reference: '99', startBlock: undefined, tokens: [] }
  const methods = new Set<string>()
  const call = (method: string, params: readonly unknown[]) => {
    methods.add(method)
    return node.call(method, params)
  }
  const register = new Registry()
  const metrics = createIndexerMetrics(register)
  const chains = createChains([own])
  const indexer = startIndexer({
    db,
    chains,
    rpc: () => ({ call }) as never,
    log: createLog('silent'),
    metrics,
    retries: createRetries({ loop: 'indexer', register, log: createLog('silent') }),
    pollMs: 20,
  })
  try {
    const lag = async () => (await register.getSingleMetric('indexer_lag_blocks')?.get())?.values[0]?.value
    await expect.poll(lag).toBe(0)
    expect(methods).toEqual(new Set(['eth_chainId', 'eth_getBlockByNumber']))
    const source = createIndexedHistory({ db, answersPartly: () => false, patienceMs: 60_000 })
    const question = { chain: own, address: ann, cursor: undefined, limit: 50 }
    const page = await source.history(question, new AbortController().signal)
    expect(page?.data.map(({ transfers }) => transfers[0]?.quantity.numeric).slice(0, 2)).toEqual(['300', '299'])
    expect(page?.data).toHaveLength(50)
  } finally {
    await indexer.stop()
  }
})

test('returns the last of too many collectibles, and reports that there are more', async () => {
  const { db } = await cluster.create()
  const nftsOf = createIndexedNfts(db)
  const own = { ...ethereum, id: 'eip155:66' as const, reference: '66' }
  const bytes = (address: Hex) => sql`decode(${address.slice(2)}, 'hex')`
  const give = (count: number) => sql`with given as (select * from generate_series(0, ${count - 1}::int) as n),
    mined as (insert into index_transactions select 66, n, 0, sha256(n::text::bytea), ${bytes(ann)}, ${bytes(shop)}, 0, n, true,
      1700000000 + n, null from given)
    insert into index_transfers select 66, n, 0, 0, 0, 3, ${bytes(shop)}, ${bytes(shop)}, ${bytes(ann)}, n, 1 from given`
  await give(200).execute(db)
  expect((await nftsOf(own, ann)).hasMore).toBe(false)
  await sql`truncate index_transactions, index_transfers`.execute(db)
  await give(201).execute(db)
  const { nfts, hasMore } = await nftsOf(own, ann)
  expect([nfts.length, hasMore, nfts[0]?.tokenId, nfts.at(-1)?.tokenId]).toEqual([200, true, '200', '1'])
  expect(await nftsOf(own, shop)).toEqual({ nfts: [], hasMore: false })
})

const payment = (from: Hex, to: Hex, amount: bigint): PretendTransaction => ({
  from,
  transfers: [{ from, to, amount, token: `0x${'c'.repeat(40)}` }],
})

test('limits new addresses per client and project, and leaves an honest visitor theirs', async () => {
  const { db } = await cluster.create()
  const day = 86_400_000
  const quotas = { client: { limit: 3, windowMs: day }, project: { limit: 6, windowMs: day } }
  const follow = createFollowing({ db, limiter: createMemoryLimiter(), quotas })
  const ask = (client: string, project: string, address: Hex) =>
    runAsVisitor(client, () => {
      nameProject(project)
      return follow(5, address)
    })
  const random = (n: number): Hex => `0x${n.toString(16).padStart(40, 'f')}`
  const followed = async () =>
    Number((await sql<{ n: string }>`select count(*) as n from index_addresses`.execute(db)).rows[0]?.n)
  for (let n = 0; n < 50; n++) await ask('stranger', 'a', random(n))
  expect(await followed()).toBe(3)
  // Addresses that are indexed already cost nothing.
  expect(await ask('stranger', 'a', random(1))).toBe(true)
  expect(await ask('another', 'a', random(100))).toBe(true)
  expect(await ask('another', 'a', random(101))).toBe(true)
  expect(await ask('another', 'a', random(102))).toBe(false)
  expect(await ask('honest', 'b', ann)).toBe(true)
})

test('deletes an unrequested address with its data, and finds it again on request', async () => {
  const { db } = await cluster.create()
  const node = createPretendChain({ maxLogs: 50 })
  for (let n = 1; n <= 5; n++) node.mine([payment(ann, shop, 1n), payment(ben, shop, 2n), payment(ann, ben, 3n)])
  const follow = createFollowing({ db })
  const reader = createTestFollower(db, node, { chainId: 6 })
  for (const address of [ann, ben]) await follow(6, address)
  await reader.catchUp()
  const both = await contentsOf(db, 6)
  await sql`update index_addresses set wanted_at = now() - interval '40 days'`.execute(db)
  await follow(6, ben)
  expect(await nextToForget(db, 6, 30)).toBe(ann)
  expect(await db.transaction().execute((tx) => forgetStep(tx, 6, ben, 30))).toBe('wanted')
  for (let step = 1; step <= 3; step++)
    expect(await db.transaction().execute((tx) => forgetStep(tx, 6, ann, 30, 4))).toBe(step < 3 ? 'more' : 'forgotten')
  // Her payment to him stays, since he is requested.
  expect(
    [both, await contentsOf(db, 6)].map(({ transactions, activity }) =>
      [transactions, activity].map((rows) => (rows as []).length),
    ),
  ).toEqual([
    [15, 20],
    [10, 10],
  ])
  expect(await nextToForget(db, 6, 30)).toBeUndefined()
  await follow(6, ann)
  await reader.catchUp()
  expect(await contentsOf(db, 6)).toEqual(both)
})

test('searches the past as far back as configured, which then counts as whole', async () => {
  const { db } = await cluster.create()
  const node = createPretendChain({ maxLogs: 50 })
  for (let n = 1; n <= 300; n++) node.mine([payment(ann, shop, BigInt(n))])
  const own = { ...ethereum, id: 'eip155:7' as const, reference: '7', startBlock: undefined, tokens: [] }
  const source = createIndexedHistory({ db, answersPartly: () => false, patienceMs: 0 })
  const ask = () =>
    source.history({ chain: own, address: ann, cursor: undefined, limit: 1_000 }, new AbortController().signal)
  const reader = createTestFollower(db, node, { chainId: 7, back: 50 })
  await ask()
  await reader.catchUp()
  // 128 at the head are always read.
  expect((await ask())?.data).toHaveLength(178)
})

test('restores an address that is requested while it is being deleted', async () => {
  const { db } = await cluster.create()
  const node = createPretendChain({ maxLogs: 50 })
  for (let n = 1; n <= 8; n++) node.mine([payment(ann, shop, BigInt(n))])
  const follow = createFollowing({ db })
  const reader = createTestFollower(db, node, { chainId: 8 })
  await follow(8, ann)
  await reader.catchUp()
  const whole = await contentsOf(db, 8)
  await sql`update index_addresses set wanted_at = now() - interval '40 days'`.execute(db)
  expect(await db.transaction().execute((tx) => forgetStep(tx, 8, ann, 30, 3))).toBe('more')
  const own = { ...ethereum, id: 'eip155:8' as const, reference: '8', startBlock: undefined, tokens: [] }
  const source = createIndexedHistory({ db, answersPartly: () => false, patienceMs: 0 })
  const ask = () =>
    source.history({ chain: own, address: ann, cursor: undefined, limit: 50 }, new AbortController().signal)
  // A partial history is not returned.
  expect(await ask()).toBeUndefined()
  expect(await db.transaction().execute((tx) => forgetStep(tx, 8, ann, 30, 3))).toBe('wanted')
  await reader.catchUp()
  expect((await ask())?.data).toHaveLength(8)
  expect(await contentsOf(db, 8)).toEqual(whole)
})

const networks = Array.from({ length: 100 }, (_, n) => `203.0.${n}.7`)
const numbered = (n: number): Hex => `0x${n.toString(16).padStart(40, '0')}`

test('leaves an honest visitor addresses of the project’s day despite a hundred networks', async () => {
  const { db } = await cluster.create()
  const windowMs = 86_400_000
  const quotas = { client: { limit: 30, windowMs }, project: { limit: 3_000, windowMs } }
  const follow = createFollowing({ db, limiter: createMemoryLimiter(), quotas })
  const ask = (client: string, address: Hex) =>
    runAsVisitor(client, () => {
      nameProject('a')
      return follow(9, address)
    })
  let next = 1
  const taken: boolean[] = []
  for (const client of networks) for (let n = 0; n < 40; n++) taken.push(await ask(client, numbered(next++)))
  expect(taken.filter(Boolean).length).toBeLessThan(2_000)
  for (let n = 0; n < 3; n++) expect(await ask('198.51.100.7', numbered(next++))).toBe(true)
})

test('alternates between requesters, however many addresses one of them has pending', async () => {
  const { db } = await cluster.create()
  const follow = createFollowing({ db })
  for (let n = 1; n <= 300; n++)
    // One stranger, as many clients of one network.
    await runAsVisitor(`2001:db8:7:${n.toString(16)}::/64`, () => follow(10, numbered(n)))
  await runAsVisitor('198.51.100.7', () => follow(10, ann))
  await runAsVisitor('198.51.100.8', () => follow(10, ben))
  await sql`update index_addresses set followed_from = 100, backfilled_to = 100`.execute(db)
  const turns: Turns = new Map()
  const chosen: (string | undefined)[] = []
  for (let turn = 0; turn < 4; turn++) chosen.push((await nextToBackfill(db, 10, turns))?.address)
  expect(chosen.filter((address) => address === ann || address === ben)).toHaveLength(2)
  // A failed one is skipped for its requester's next.
  const rest = await nextToBackfill(
    db,
    10,
    new Map(),
    [ann, ...Array.from({ length: 300 }, (_, n) => numbered(n + 1))].map((address) => ({ address, isResting: true })),
  )
  expect(rest?.address).toBe(ben)
})

test('delays nothing for an hour because of addresses and a token that always fail, and names each in a metric', async () => {
  const { db } = await cluster.create()
  const node = createPretendChain({ chainId: 11, maxLogs: 50 })
  const bad: Hex = `0x${'d'.repeat(40)}`
  for (let n = 1; n <= 300; n++)
    node.mine([payment(ann, shop, 1n), payment(ben, shop, 2n), payment(personOf(4), personOf(5), 1n)])
  node.mine([{ from: ben, transfers: [{ from: ben, to: shop, amount: 3n, token: bad }] }])
  const own = { ...ethereum, id: 'eip155:11' as const, reference: '11', startBlock: undefined, tokens: [] }
  const follow = createFollowing({ db })
  for (const address of [ann, ben, personOf(4), personOf(5)]) await follow(11, address)
  await createTestFollower(db, node, { chainId: 11, back: 1 }).catchUp()
  // No one asks for two of them any more, and the database rejects the end of one; Ann's past never comes.
  await sql`update index_addresses set wanted_at = now() - interval '40 days' where address in (
    decode(${personOf(4).slice(2)}, 'hex'), decode(${personOf(5).slice(2)}, 'hex'))`.execute(db)
  await sql`update index_addresses set backfill_floor = 0 where wanted_at > now() - interval '1 day'`.execute(db)
  await sql`update index_tokens set name = null`.execute(db)
  await sql`create function reject() returns trigger language plpgsql as $$ begin raise 'not this one'; end $$`.execute(
    db,
  )
  await sql`create trigger reject before delete on index_activity for each row
    when (old.address = decode(${sql.lit(personOf(4).slice(2))}, 'hex')) execute function reject()`.execute(db)
  await sql`create trigger reject before update on index_addresses for each row
    when (old.address = decode(${sql.lit(ann.slice(2))}, 'hex')) execute function reject()`.execute(db)
  const call = (method: string, params: readonly unknown[]) => {
    const text = JSON.stringify(params)
    if (method === 'eth_call' && text.includes(bad)) throw new Error('not this token')
    return node.call(method, params)
  }
  let passes = 0
  const began = Date.now()
  const register = new Registry()
  const log = createLog('silent')
  // A minute passes with each look at a row.
  const retries = createRetries({ loop: 'indexer', register, log, now: () => began + passes++ * 60_000 })
  const indexer = startIndexer({
    ...{ db, chains: createChains([own]), rpc: () => ({ call }) as never, log, retries, pollMs: 1 },
    metrics: createIndexerMetrics(register),
  })
  const leftOf = async (address: Hex) =>
    (
      await sql<{ left: string; gone: boolean }>`select backfilled_to - backfill_floor as left from index_addresses
        where address = decode(${address.slice(2)}, 'hex')`.execute(db)
    ).rows[0]?.left
  try {
    await expect.poll(() => leftOf(ben)).toBe('0')
    await expect.poll(() => leftOf(personOf(5))).toBeUndefined()
    await expect.poll(() => passes).toBeGreaterThan(200)
    node.mine([payment(ben, shop, 7n)])
    const newest = async () =>
      (await sql<{ n: string }>`select max(block_number) as n from index_transfers`.execute(db)).rows[0]?.n
    await expect.poll(newest).toBe(String(node.head()))
    expect(await leftOf(ann)).not.toBe('0')
    expect(await leftOf(personOf(4))).toBeDefined()
    const metrics = await register.metrics()
    for (const what of ['backfill', 'forget', 'name'])
      expect(metrics).toMatch(
        new RegExp(`background_row_failures\\{loop="indexer",row="eip155:11 ${what} [0-9a-fx]+"\\} \\d+`),
      )
    // People look for these addresses: a hash names them.
    expect(metrics).not.toContain(ann.slice(2))
  } finally {
    await indexer.stop()
  }
})
