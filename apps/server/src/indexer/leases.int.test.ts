import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createPretendChain } from '../../test/pretendChain.ts'
import { startTestCluster, type TestCluster } from '../../test/testDatabase.ts'
import { contentsOf, createTestFollower } from '../../test/testFollower.ts'
import type { OpenDatabase } from '../db/openDatabase.ts'
import { RpcError } from '../rpc/rpcError.ts'
import { createChainLeases, LeaseLostError } from './createChainLeases.ts'

// Three servers, processes of their own, that index six chains of one node.
const main = fileURLToPath(new URL('../main.ts', import.meta.url))
const leaseSeconds = 2
const chainIds = [71, 72, 73, 74, 75, 76]
const [ann, ben] = [`0x${'1'.repeat(40)}`, `0x${'2'.repeat(40)}`] as const
const nodes = new Map(chainIds.map((chainId) => [chainId, createPretendChain({ chainId })]))
const node = createServer(async (request, response) => {
  const { id, method, params } = JSON.parse(Buffer.concat(await request.toArray()).toString())
  const answer = await nodes
    .get(Number(request.url!.slice(1)))!
    .call(method, params)
    .then(
      (result) => ({ result }),
      (e) => ({
        error:
          e instanceof RpcError ? { code: e.code, message: e.message } : { code: -32_601, message: 'method not found' },
      }),
    )
  response.setHeader('content-type', 'application/json').end(JSON.stringify({ jsonrpc: '2.0', id, ...answer }))
})
let cluster: TestCluster
let database: OpenDatabase & { url: string }
const dir = mkdtempSync(join(tmpdir(), 'billfold-leases-'))
const processes: ChildProcess[] = []

beforeAll(async () => {
  cluster = await startTestCluster()
  database = await cluster.create()
  node.listen(0, '127.0.0.1')
  await once(node, 'listening')
  const { port } = node.address() as AddressInfo
  const chains = chainIds.map((chainId) => ({
    ...{
      id: `eip155:${chainId}`,
      rpcUrls: [`http://127.0.0.1:${port}/${chainId}`],
      name: `Chain ${chainId}`,
      startBlock: 0,
    },
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  }))
  writeFileSync(join(dir, 'chains.json'), JSON.stringify(chains))
  // Every step of every chain, with the generation of its lease: what "one at a time" is judged by.
  await sql`create table steps (at bigint generated always as identity, chain_id bigint, generation bigint, holder uuid)`.execute(
    database.db,
  )
  await sql`create function note_step() returns trigger language plpgsql as $$ begin
      insert into steps (chain_id, generation, holder)
        select chain_id, generation, holder from index_leases where chain_id = new.chain_id;
      return new; end $$`.execute(database.db)
  await sql`create trigger note_step after insert or update on index_chains for each row execute function note_step()`.execute(
    database.db,
  )
})
afterAll(async () => {
  for (const child of processes) child.kill('SIGKILL')
  node.closeAllConnections()
  node.close()
  await cluster.stop()
  rmSync(dir, { recursive: true, force: true })
})

async function startProcess(): Promise<ChildProcess> {
  const child = spawn(process.execPath, [main], {
    env: {
      ...{ PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, PORT: '0' },
      ...{ DATABASE_URL: database.url, CHAINS_FILE: join(dir, 'chains.json'), MIGRATE: 'never' },
      ...{ INDEXER_LEASE_SECONDS: String(leaseSeconds), INDEXER_CONNECTIONS: '2' },
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  processes.push(child)
  for await (const line of createInterface({ input: child.stdout! })) {
    if (!line.includes('server ready')) continue
    child.stdout!.resume()
    return child
  }
  throw new Error('A server did not start.')
}

/** How many chains each holder has, the most first. */
async function division(): Promise<number[]> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from index_leases
    where until > clock_timestamp() group by holder order by count desc`.execute(database.db)
  return rows.map(({ count }) => count)
}
const mine = (amount: number) => {
  for (const chain of nodes.values())
    chain.mine([{ from: ann, transfers: [{ from: ann, to: ben, amount: BigInt(amount) }] }])
}
const lags = async () => {
  const { rows } = await sql<{
    chain: string
    next: string
  }>`select chain_id as chain, next_block as next from index_chains`.execute(database.db)
  return (
    rows.filter(({ chain, next }) => Number(next) <= nodes.get(Number(chain))!.head()).length +
    chainIds.length -
    rows.length
  )
}

it('divides chains evenly, and takes over those of killed and frozen processes without indexing one twice', async () => {
  const [first, second, third] = [await startProcess(), await startProcess(), await startProcess()]
  for (let n = 1; n <= 30; n++) mine(n)
  await expect.poll(division).toEqual([2, 2, 2])
  await expect.poll(lags).toBe(0)

  first.kill('SIGKILL')
  mine(31)
  await expect.poll(division).toEqual([3, 3])
  await expect.poll(lags).toBe(0)

  // A machine that stops for a while believes on waking that its chains are still its own.
  second.kill('SIGSTOP')
  mine(32)
  await expect.poll(division).toEqual([6])
  await expect.poll(lags).toBe(0)
  second.kill('SIGCONT')
  mine(33)
  await expect.poll(division).toEqual([3, 3])
  await expect.poll(lags).toBe(0)

  third.kill('SIGTERM')
  await once(third, 'exit')
  mine(34)
  await expect.poll(division).toEqual([6])
  await expect.poll(lags).toBe(0)

  const { db } = database
  const { rows } = await sql<{ overlaps: number; takeovers: number }>`
    select count(*) filter (where generation < before)::int as overlaps, count(*) filter (where generation > before)::int as takeovers
    from (select generation, lag(generation) over (partition by chain_id order by at) as before from steps) as each`.execute(
    db,
  )
  expect(rows[0]!.overlaps).toBe(0)
  expect(rows[0]!.takeovers).toBeGreaterThan(6)
  // Bounded, however many chains a process has: requests, shared counters, two for chains and one for leases.
  const connections = await sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
    where datname = current_database() and application_name = 'billfold indexer'`.execute(db)
  expect(connections.rows[0]!.count).toBeLessThanOrEqual(3)
  for (const chainId of [71, 76]) {
    await createTestFollower(db, nodes.get(chainId)!, { chainId: chainId + 100, startBlock: 0 }).catchUp()
    expect(await contentsOf(db, chainId)).toEqual(await contentsOf(db, chainId + 100))
  }
})

it('writes nothing for a lease that another process has taken over', async () => {
  const { db } = await cluster.create()
  const [stale, next] = [createChainLeases({ db, leaseMs: 50 }), createChainLeases({ db, leaseMs: 60_000 })]
  const [lease] = (await stale.update([5])).leases
  const write = stale.writeOn(db, lease!)
  await write(async () => {})
  await expect.poll(async () => (await next.update([5])).leases).toHaveLength(1)
  const add = write((tx) => sql`insert into index_chains values (5, 0, 0, 0)`.execute(tx))
  await expect(add).rejects.toBeInstanceOf(LeaseLostError)
  expect((await sql`select 1 from index_chains`.execute(db)).rows).toEqual([])
})

it('takes over no chain during a transaction of its holder, however long that takes', async () => {
  const { db } = await cluster.create()
  const [holder, next] = [createChainLeases({ db, leaseMs: 50 }), createChainLeases({ db, leaseMs: 60_000 })]
  const [lease] = (await holder.update([5])).leases
  await holder.writeOn(
    db,
    lease!,
  )(async () => {
    await expect
      .poll(
        async () =>
          (await sql<{ over: boolean }>`select until < clock_timestamp() as over from index_leases`.execute(db)).rows,
      )
      .toEqual([{ over: true }])
    expect((await next.update([5])).leases).toEqual([])
  })
  await expect.poll(async () => (await next.update([5])).leases).toHaveLength(1)
})

it('leaves a chain to a server of a version that holds its advisory lock', async () => {
  const { db } = await cluster.create()
  const leases = createChainLeases({ db, leaseMs: 60_000 })
  const [lease] = (await leases.update([5])).leases
  const write = () => leases.writeOn(db, lease!)(async () => 'written')
  await db.connection().execute(async (old) => {
    const key = sql`hashtextextended('billfold indexer eip155:5', 0)`
    await sql`select pg_advisory_lock(${key})`.execute(old)
    await expect(write()).rejects.toBeInstanceOf(LeaseLostError)
    await sql`select pg_advisory_unlock(${key})`.execute(old)
  })
  expect(await write()).toBe('written')
})
