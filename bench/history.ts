import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createChains } from '@billfold/server/chains/createChains'
import { createApp } from '@billfold/server/createApp'
import { startDatabase } from '@billfold/server/db/embedded'
import { migrate } from '@billfold/server/db/migrate'
import { openDatabase } from '@billfold/server/db/openDatabase'
import { createIndexedHistory } from '@billfold/server/providers/history/createIndexedHistory'
import { appDeps } from '@billfold/server/test/appDeps'

// node bench/history.ts [--transfers 1000000] [--rounds 300]
// The time of a page of 50 at the server, from the request to the last byte of the response, with a million transfers
// in the index: the newest page and one deep in the past, of an address that is in half of them and of one that is in
// fifty. Prints the effect of a busy machine apart: the CPU time of this process, and its wait for a core.
//
// 2026-11-15, two cores shared with six others (load 7.5): p50 8.5, 9.0 and 9.1 ms; p99 34, 40 and 54 ms, with 2 ms a
// page of waiting for a core here and as much in PostgreSQL, which waited for nothing else. At load 15 the p99 was 420
// ms, so it is the machine's. Before addresses were hashed once a page: p50 18.7 and 17.0 ms, 9 ms of them CPU time
// here; 5 ms now.
const { values } = parseArgs({
  options: { transfers: { type: 'string', default: '1000000' }, rounds: { type: 'string', default: '300' } },
})
const [transfers, rounds] = [Number(values.transfers), Number(values.rounds)]
// Even in a short run each of them fills a page.
const people = Math.min(20_000, transfers / 100)

const dir = mkdtempSync(join(tmpdir(), 'billfold-bench-'))
const postgres = await startDatabase({ dir: join(dir, 'database'), port: 0, durable: true })
const database = openDatabase({ url: postgres.url, poolSize: 4, statementTimeoutMs: 600_000 })
try {
  await migrate(database)
  console.log(`writing ${transfers} transfers…`)
  await fill()
  await measure()
} finally {
  await database.close()
  await postgres.stop()
  rmSync(dir, { recursive: true, force: true })
}

async function measure() {
  const chains = createChains([
    {
      id: 'eip155:1',
      namespace: 'eip155',
      reference: '1',
      name: 'Pretended',
      rpcUrls: [],
      wsUrls: [],
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      startBlock: 0n,
      tokens: [],
      contracts: {},
      stables: [],
      isLocal: false,
    },
  ])
  const quota = { limit: 1_000_000_000, windowMs: 60_000 }
  const index = createIndexedHistory({ db: database.db, answersPartly: () => true })
  const deps = appDeps({
    chains,
    clientQuota: quota,
    projectQuota: quota,
    requestTimeoutMs: 60_000,
    sources: { ...appDeps().sources, history: [index] },
    log: { info() {}, warn() {}, error() {} } as never,
  })
  const app = createApp(deps)

  type Page = { data: unknown[]; next: string | null }
  async function ask(address: string, cursor?: string | null): Promise<Page> {
    const query = new URLSearchParams({ projectId: 'shop', chainId: 'eip155:1', ...(cursor ? { cursor } : {}) })
    const answer = await app.request(`/v1/account/${address}/history?${query}`, {
      headers: { origin: 'https://shop.example' },
    })
    const body = (await answer.json()) as Page
    if (answer.status !== 200) throw new Error(`${answer.status}: ${JSON.stringify(body)}`)
    return body
  }

  const busy = personOf(0)
  let deep: string | null = null
  for (let page = 0; page < Math.min(200, transfers / 200); page++) deep = (await ask(busy, deep)).next
  let turn = 1
  const questions = {
    'busy, newest': () => ask(busy),
    'busy, 10,000 deep': () => ask(busy, deep),
    'others, each another': () => ask(personOf(turn++ % people)),
  }
  for (const [name, question] of Object.entries(questions)) {
    const times: number[] = []
    const before = [process.cpuUsage(), waitedMs()] as const
    for (let i = 0; i < rounds; i++) {
      const began = performance.now()
      const { data } = await question()
      times.push(performance.now() - began)
      if (data.length !== 50) throw new Error(`${name}: a page of ${data.length}`)
    }
    const { user, system } = process.cpuUsage(before[0])
    const spent = ((user + system) / 1_000 / rounds).toFixed(1)
    const waited = ((waitedMs() - before[1]) / rounds).toFixed(1)
    times.sort((a, b) => a - b)
    const at = (share: number) => times[Math.floor(times.length * share)]?.toFixed(1).padStart(6)
    const load = loadavg()[0]?.toFixed(1)
    console.log(`${name.padEnd(22)} p50 ${at(0.5)} ms  p99 ${at(0.99)} ms  (load ${load})`)
    console.log(`${' '.repeat(22)} a page took ${spent} ms of processor here, and ${waited} ms of waiting for a core`)
  }
}

/** How long this process has been runnable without running, if the kernel counts it. */
function waitedMs(): number {
  try {
    return Number(readFileSync('/proc/self/schedstat', 'utf8').split(' ')[1]) / 1e6
  } catch {
    return Number.NaN // not Linux
  }
}

function personOf(i: number): string {
  return `0x${i.toString(16).padStart(40, '1')}`
}

/** Ten transactions a block, one token transfer each; every second one comes from the busy address. */
async function fill() {
  const person = (i: string) => `decode(lpad(to_hex(${i}), 40, '1'), 'hex')`
  const token = (i: string) => `decode(lpad(to_hex(${i}), 40, 'a'), 'hex')`
  const sender = person(`case when i % 2 = 0 then 0 else 1 + i % ${people - 1} end`)
  const recipient = person(`1 + (i * 7919) % ${people - 1}`)
  const rows = `generate_series(0::bigint, ${transfers - 1}) as i`
  const place = '1, i / 10, i % 10'
  const minedAt = '1700000000 + (i / 10) * 12'
  const head = transfers / 10 - 1
  for (const statement of [
    `insert into index_chains values (1, ${head + 1}, 0, ${head}, now())`,
    `insert into index_transactions select ${place}, sha256(i::text::bytea), ${sender},
      decode(repeat('aa', 20), 'hex'), 0, i, true, ${minedAt}, decode('a9059cbb', 'hex') from ${rows}`,
    `insert into index_transfers select ${place}, i % 10, 0, 2, ${token('i % 100')}, ${sender}, ${recipient}, null, i + 1
      from ${rows}`,
    `insert into index_activity select 1, ${sender}, ${minedAt}, i / 10, i % 10 from ${rows}
      union select 1, ${recipient}, ${minedAt}, i / 10, i % 10 from ${rows}`,
    `insert into index_tokens select 1, ${token('i')}, 2, 'Token ' || i, 'T' || i, 18 from generate_series(0, 99) as i`,
    ...['transactions', 'transfers', 'activity', 'tokens'].map((table) => `vacuum analyze index_${table}`),
  ])
    await database.pool.query(statement)
}
