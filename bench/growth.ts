import { parseArgs } from 'node:util'
import type { OpenDatabase } from '@billfold/server/db/openDatabase'
import { startTestCluster } from '@billfold/server/test/testDatabase'
import { seedHistory } from './api/seedHistory.ts'

// node bench/growth.ts [--units 20000] [--visitors 1000000]
// The size of PostgreSQL's tables: fills each with rows as the server writes them, measures bytes per unit with indexes
// and overhead at half and at all of the rows, and extrapolates to a year of that many visitors a day. The habits of a
// visitor are assumptions: change them in `habits` to what your analytics say.

const { values } = parseArgs({
  options: { units: { type: 'string', default: '20000' }, visitors: { type: 'string', default: '1000000' } },
})
const [units, visitors] = [Number(values.units), Number(values.visitors)]

type Unit = {
  name: string
  tables: readonly string[]
  /** Adds units from..to (exclusive). */
  fill(database: Pick<OpenDatabase, 'db' | 'pool'>, from: number, to: number): Promise<unknown>
  /** Units per visitor and day, and the days that one stays; Infinity for what is kept. */
  habit: number
  days: number
}

const year = 365
const habits: Unit[] = [
  {
    name: 'analytics event',
    tables: ['analytics_events'],
    habit: 6,
    days: 90,
    fill: ({ pool }, from, to) =>
      pool.query(`insert into analytics_events (project_id, event_id, event, properties, page, visitor, sdk_version, occurred_at)
        select 'shop', gen_random_uuid(), 'CONNECT_SUCCESS',
          jsonb_build_object('method', 'browser', 'name', 'Acme Wallet', 'caipNetworkId', 'eip155:1', 'view', 'Connect'),
          'https://shop.example/products/' || n, substr(sha256(n::text::bytea), 1, 16), 'react-1.0.0', now()
        from generate_series(${from}, ${to - 1}) as n`),
  },
  {
    name: 'relay message with its receipt',
    tables: ['relay_messages', 'relay_receipts'],
    habit: 1.2,
    days: 1,
    fill: async ({ pool }, from, to) => {
      await pool.query(`insert into relay_messages (topic, hash, message, tag, publisher, origin, expires_at)
        select sha256(('t' || n / 6)::bytea), sha256(n::text::bytea), encode(sha256(n::text::bytea), 'base64') || repeat('x', 700),
          1108, sha256('p'::bytea), sha256('o'::bytea), now() + interval '1 day'
        from generate_series(${from}, ${to - 1}) as n`)
      await pool.query(`insert into relay_receipts (seq, client)
        select n, sha256('c'::bytea) from generate_series(${from}, ${to - 1}) as n`)
    },
  },
  {
    name: 'account in the index, with 60 transfers',
    tables: ['index_transactions', 'index_transfers', 'index_activity', 'index_blocks'],
    habit: 0.02,
    days: Number.POSITIVE_INFINITY,
    fill: ({ db }, from, to) =>
      // A sixtieth of the units: each has 60 rows in three tables.
      seedHistory(db, { chainId: from + 1, addresses: Math.ceil((to - from) / 60), rows: 60 }),
  },
  {
    name: 'sign-in with two refresh tokens',
    tables: ['auth_sign_ins', 'auth_refresh_tokens'],
    habit: 0.05,
    days: 30,
    fill: async ({ pool }, from, to) => {
      await pool.query(`insert into auth_sign_ins (id, project_id, address_index, account, origin, signed_in_at, last_used_at, ends_at)
        select md5(n::text)::uuid, 'shop', sha256(n::text::bytea), sha256(n::text::bytea) || sha256('x'::bytea),
          'https://shop.example', now(), now(), now() + interval '30 days'
        from generate_series(${from}, ${to - 1}) as n`)
      await pool.query(`insert into auth_refresh_tokens (hash, sign_in_id, made_at)
        select sha256((n || '-' || t)::bytea), md5(n::text)::uuid, now()
        from generate_series(${from}, ${to - 1}) as n, generate_series(1, 2) as t`)
    },
  },
]

/** Bytes of the tables with their indexes and what PostgreSQL keeps beside them. */
async function sizeOf(pool: OpenDatabase['pool'], tables: readonly string[]): Promise<number> {
  const { rows } = await pool.query<{ bytes: string }>(
    'select sum(pg_total_relation_size(name::regclass))::text as bytes from unnest($1::text[]) as name',
    [tables],
  )
  return Number(rows[0]?.bytes)
}

const cluster = await startTestCluster()
try {
  const database = await cluster.create()
  const { pool } = database
  await pool.query(`insert into projects (id, name, allowed_origins) values ('shop', 'Shop', '{https://shop.example}')`)
  console.log('| | bytes each, at half | bytes each | per visitor and day | kept days | after a year |')
  console.log('|---|---:|---:|---:|---:|---:|')
  let [total, daily] = [0, 0]
  for (const { name, tables, fill, habit, days } of habits) {
    const size = name.startsWith('account') ? 60 : 1
    const empty = await sizeOf(pool, tables)
    await fill(database, 0, units / 2)
    const half = ((await sizeOf(pool, tables)) - empty) / (units / 2 / size)
    await fill(database, units / 2, units)
    const each = ((await sizeOf(pool, tables)) - empty) / (units / size)
    const afterYear = each * habit * visitors * Math.min(days, year)
    total += afterYear
    daily += each * habit
    const kept = Number.isFinite(days) ? String(days) : 'all'
    console.log(`| ${name} | ${half.toFixed(0)} | ${each.toFixed(0)} | ${habit} | ${kept} | ${gigabytes(afterYear)} |`)
  }
  console.log(
    `\n${visitors} visitors a day: ${daily.toFixed(0)} bytes per visitor and day, ${gigabytes(total)} after a year.`,
  )
} finally {
  await cluster.stop()
}

function gigabytes(bytes: number): string {
  return `${(bytes / 1e9).toFixed(bytes < 1e10 ? 1 : 0)} GB`
}
