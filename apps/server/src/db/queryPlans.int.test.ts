import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { everyDoor } from '../../test/everyDoor.ts'
import { fillDatabase, type Sizes } from '../../test/fillDatabase.ts'
import { startTestCluster, type TestCluster } from '../../test/testDatabase.ts'
import { watchPlans } from '../../test/watchPlans.ts'

// BILLFOLD_QUERY_ROWS=10000000: as many rows in the index, a tenth of that in orders and in sign-ins, and every request's p99
// at most twice that of 10,000 rows. Takes half an hour, and 15 GB.
const rows = Number(process.env.BILLFOLD_QUERY_ROWS ?? 0)
const short: Sizes = { index: 20_000, orders: 10_000, signIns: 10_000 }
const long: Sizes = { index: rows, orders: rows / 10, signIns: rows / 10 }

let cluster: TestCluster
beforeAll(async () => {
  cluster = await startTestCluster()
})
afterAll(() => cluster.stop())

/** Tables that never have many rows: there is one for each chain, key or program. */
const small = new Set([
  'index_chains',
  'index_leases',
  'index_workers',
  'index_tokens',
  'auth_keys',
  'projects',
  'migrations',
])
const ofOperators = new Set(['sponsor_budgets', 'analytics_salts', 'analytics_usage', 'relay_usage', 'relay_salt'])

async function open(sizes: Sizes) {
  const { url, db } = await cluster.create()
  const { rows: tables } = await sql<{ name: string }>`select relname as name from pg_class
    where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace`.execute(db)
  const names = tables.map(({ name }) => name).filter((name) => !small.has(name) && !ofOperators.has(name))
  const watched = watchPlans(url, new Set(names), { isForced: rows === 0 })
  await fillDatabase(watched, sizes)
  watched.wholeReads.length = 0
  return watched
}

describe('a database with many rows', () => {
  it('answers every request and runs every loop without reading a table as a whole', async () => {
    const watched = await open(rows > 0 ? long : short)
    const { requests, loops } = await everyDoor(watched)
    watched.wholeReads.length = 0
    const before = watched.count()
    for (const [name, door] of [...Object.entries(requests), ...Object.entries(loops)]) {
      for (const turn of [1, 2]) await door(turn)
      expect(watched.wholeReads, name).toEqual([])
    }
    expect(watched.count() - before).toBeGreaterThan(200)
    if (rows > 0) await compare(watched)
    await watched.close()
  })

  it('has an index for every foreign key, except for projects, which operators remove', async () => {
    const { db } = await cluster.create()
    const { rows } = await sql<{
      key: string
    }>`select c.conrelid::regclass || ' ' || c.conname as key from pg_constraint c
      where c.contype = 'f' and c.confrelid <> 'projects'::regclass and not exists (
        select from pg_index i where i.indrelid = c.conrelid
          and (i.indkey::int2[])[0:cardinality(c.conkey) - 1] @> c.conkey)`.execute(db)
    expect(rows).toEqual([])
  })
})

/** Compares the slowest hundredth of each request with that in a small database. */
async function compare(large: Awaited<ReturnType<typeof open>>) {
  const small = await open({ index: 10_000, orders: 10_000, signIns: 10_000 })
  const doors = await Promise.all([small, large].map(everyDoor))
  const slower: Record<string, string> = {}
  for (const name of Object.keys(doors[0]!.requests)) {
    const took: number[][] = [[], []]
    for (let turn = 0; turn < 300; turn++)
      for (const at of turn % 2 ? [0, 1] : [1, 0]) {
        const began = performance.now()
        await doors[at]!.requests[name]!(turn)
        took[at]!.push(performance.now() - began)
      }
    const [few, many] = took.map((times) => times.sort((a, b) => a - b)[Math.floor(times.length * 0.99)]!)
    console.log(`${name.padEnd(36)} p99 ${few!.toFixed(1)} ms with few rows, ${many!.toFixed(1)} ms with many`)
    if (many! > 2 * few!) slower[name] = `${few} -> ${many}`
  }
  await small.close()
  expect(slower).toEqual({})
}
