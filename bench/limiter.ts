import { loadavg } from 'node:os'
import { migrate } from '@billfold/server/db/migrate'
import { openDatabase } from '@billfold/server/db/openDatabase'
import { createMemoryLimiter, type Limiter } from '@billfold/server/limits/createMemoryLimiter'
import { createSharedLimiter } from '@billfold/server/limits/createSharedLimiter'
import { startTestCluster } from '@billfold/server/test/testDatabase'

// node bench/limiter.ts [rounds]
// The cost of counting a request: in the server's own memory, and for all servers together in PostgreSQL, for one
// client that repeats its request and for as many clients as there are requests. In CPU time of this process, 64
// requests at once; the database's own comes on top.

const rounds = Number(process.argv[2] ?? 200)
const atOnce = 64
const cluster = await startTestCluster()
const database = openDatabase({ url: await cluster.createEmpty(), poolSize: 2, statementTimeoutMs: 60_000 })
try {
  await migrate(database)
  let statements = 0
  const { pool } = database
  const query = pool.connect.bind(pool)
  pool.connect = ((...args: []) => {
    statements += 1
    return query(...args)
  }) as typeof pool.connect
  const quota = { limit: 100_000_000, windowMs: 60_000 }
  const limiters: Record<string, Limiter> = {
    'in memory': createMemoryLimiter(),
    'shared, in PostgreSQL': createSharedLimiter({ db: database.db, patienceMs: 60_000 }),
  }
  console.log(`load ${loadavg()[0]?.toFixed(1)}, ${rounds * atOnce} requests, ${atOnce} at once\n`)
  console.log('| | client | µs of processor a request | requests a statement |\n|---|---|---:|---:|')
  for (const [name, limiter] of Object.entries(limiters))
    for (const [client, keyOf] of [
      ['one', () => 'client:10.0.0.1'],
      ['each another', (n: number) => `client:10.${n}`],
    ] as const) {
      const run = async (from: number, count: number) => {
        for (let round = 0; round < count; round++)
          await Promise.all(
            Array.from({ length: atOnce }, (_, n) => limiter.take(keyOf(from + round * atOnce + n), quota)),
          )
      }
      await run(0, rounds / 4)
      const [before, statementsBefore] = [process.cpuUsage(), statements]
      await run(10_000_000, rounds)
      const { user, system } = process.cpuUsage(before)
      const each = (user + system) / (rounds * atOnce)
      const perStatement =
        statements > statementsBefore ? Math.round((rounds * atOnce) / (statements - statementsBefore)) : '–'
      console.log(`| ${name} | ${client} | ${each.toFixed(1)} | ${perStatement} |`)
    }
} finally {
  await database.close()
  await cluster.stop()
}
