import { type ChildProcess, spawn } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { cpus, loadavg } from 'node:os'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { openDatabase } from '@billfold/server/db/openDatabase'
import { startTestCluster } from '@billfold/server/test/testDatabase'
import { createAsker, measure, type Result } from './api/measure.ts'
import { addressAt, seedHistory } from './api/seedHistory.ts'

// node bench/api.ts [--seconds 3] [--at-once 32] [--memory 512] [--addresses 1000] [--devnet <URL of a running local network>]
// Balances and pages of history per second of the server, and the wait of the slowest hundredth: warm (cached
// responses) and cold (`forceUpdate`: every request reads the chain), for 1, 100 and 1,000 addresses; and whether a
// chain whose node hangs slows another down. Server, chain and database are processes of their own, the load comes from
// this one; all of them share the machine. Exits with code 1 if a request failed or the server took more than its
// memory limit (MiB).

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '3' },
    'at-once': { type: 'string', default: '32' },
    memory: { type: 'string', default: '512' },
    addresses: { type: 'string', default: '1000' },
    devnet: { type: 'string' },
  },
})
const [seconds, atOnce, maxMiB] = [Number(values.seconds), Number(values['at-once']), Number(values.memory)]
const chainId = 31337
const stuckId = 5555
const crowd = Number(values.addresses)
const few = Math.min(100, crowd)

const closers: (() => unknown)[] = []

/** Starts a program of ours, and resolves with the first match in its lines. */
async function start(module: string, env: Record<string, string>, read: (line: string) => string | undefined) {
  const main = fileURLToPath(import.meta.resolve(module))
  const child: ChildProcess = spawn(process.execPath, [main], {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  closers.push(() => child.kill())
  for await (const line of createInterface({ input: child.stdout! })) {
    const match = read(line)
    if (!match) continue
    child.stdout!.resume()
    return match
  }
  throw new Error(`${module} did not start`)
}

/** A node that accepts every call and answers none. */
async function startStuckNode(): Promise<string> {
  const server = createServer(() => {})
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  closers.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function run() {
  const cluster = await startTestCluster()
  closers.push(() => cluster.stop())
  const databaseUrl = (await cluster.create()).url
  const devnetUrl =
    values.devnet ??
    (await start(
      '@billfold/devnet/main',
      { DEVNET_PORT: '0', DEVNET_EVM_PORT: '0', DEVNET_CHAIN_IDS: String(chainId) },
      (line) => /^Manifest: (\S+)\/manifest\.json$/.exec(line)?.[1],
    ))
  const url = await start(
    '@billfold/server/main',
    {
      // The limit is set as an operator would set it; the other half is for memory outside the heap: buffers, code,
      // threads.
      NODE_OPTIONS: `--max-old-space-size=${Math.round(maxMiB / 2)}`,
      DATABASE_URL: databaseUrl,
      PORT: '0',
      DEVNET_URL: devnetUrl,
      [`RPC_URL_EIP155_${stuckId}`]: await startStuckNode(),
      DEFAULT_PROJECT: 'local',
      RATE_LIMIT: '1000000',
      PROJECT_RATE_LIMIT: '100000000',
    },
    (line) => (JSON.parse(line) as { msg: string; url?: string }).url,
  )
  const asker = createAsker(url, atOnce)
  closers.push(() => asker.close())
  await asker.until('/ready')

  const database = openDatabase({ url: databaseUrl, poolSize: 2, statementTimeoutMs: 60_000 })
  closers.unshift(() => database.close())
  await seedHistory(database.db, { chainId, addresses: crowd, rows: 60 })

  const who = 'projectId=billfold-local&st=appkit&sv=bench'
  const balance = (id: number, n: number, fresh = '') =>
    `/v1/account/${addressAt(n)}/balance?currency=usd&chainId=eip155:${id}${fresh && `&forceUpdate=${fresh}`}&${who}`
  const history = (n: number) => `/v1/account/${addressAt(n)}/history?chainId=eip155:${chainId}&${who}`
  const fresh = `eip155:${chainId}:${addressAt(1)}`

  const rows: [string, Result][] = []
  const cell = async (name: string, path: (n: number) => string, expected = 200) => {
    rows.push([name, await measure({ ask: asker.ask, path, seconds, atOnce, expected })])
  }
  // Code that runs for the first time is slow; that happens once, and not for every visitor.
  for (let n = 0; n < 0.6 * crowd; n += atOnce)
    await Promise.all(
      Array.from({ length: atOnce }, (_, k) =>
        asker.ask(k % 3 === 0 ? history(n + k) : balance(chainId, n + k, k % 3 === 1 ? fresh : '')),
      ),
    )
  for (const count of new Set([1, few, crowd])) {
    const among = `${count.toLocaleString('en')} address${count === 1 ? '' : 'es'}`
    await cell(`balance, cold, ${among}`, (n) => balance(chainId, n % count, fresh))
    const began = performance.now()
    await Promise.all(Array.from({ length: count }, (_, n) => asker.ask(balance(chainId, n))))
    // The server caches for ten seconds: on a machine so busy that one round takes longer, the first are cold again.
    const isWarm = performance.now() - began < 8_000
    await cell(`balance, ${isWarm ? 'warm' : 'partly warm'}, ${among}`, (n) => balance(chainId, n % count))
    await cell(`history page of 50, ${among}`, (n) => history(n % count))
  }
  // The same warm and cold reads while as many other callers hang on the chain whose node never answers.
  const stuck = createAsker(url, atOnce)
  closers.push(() => stuck.close())
  const stopped = new AbortController()
  const hanging = Array.from({ length: atOnce }, async (_, n) => {
    while (!stopped.signal.aborted) {
      await stuck.ask(balance(stuckId, n, `eip155:${stuckId}:${addressAt(1)}`)).catch(() => {})
      // Once its circuit breaker is open the server rejects at once: pages then retry, but not in a race.
      await sleep(500, undefined, { signal: stopped.signal }).catch(() => {})
    }
  })
  await cell(`balance, cold, ${few} addresses, beside a stuck chain`, (n) => balance(chainId, n % few, fresh))
  await cell(`balance, warm, ${few} addresses, beside a stuck chain`, (n) => balance(chainId, n % few))
  stopped.abort()
  stuck.close()
  await Promise.all(hanging)

  const peak = Math.max(...rows.map(([, { memoryMiB }]) => memoryMiB))
  print(rows, peak)
  if (rows.some(([, { failed }]) => failed > 0)) throw new Error('Some requests failed.')
  if (peak > maxMiB) throw new Error(`The server took ${peak} MiB, and ${maxMiB} MiB is the limit.`)
}

function print(rows: [string, Result][], peak: number) {
  const model = cpus()[0]?.model ?? 'unknown'
  const load = loadavg().map((n) => n.toFixed(1))
  console.log(
    `${new Date().toISOString().slice(0, 10)}, ${cpus().length} × ${model}, load ${load.join(' ')}, ${atOnce} callers`,
  )
  console.log(
    '\n| | requests/s | p50 ms | p99 ms | cpu ms | failed | server MiB |\n|---|---:|---:|---:|---:|---:|---:|',
  )
  for (const [name, { perSecond, p50, p99, cpuMs, failed, memoryMiB }] of rows)
    console.log(
      `| ${name} | ${Math.round(perSecond)} | ${p50.toFixed(1)} | ${p99.toFixed(1)} | ${cpuMs.toFixed(2)} | ${failed} | ${memoryMiB} |`,
    )
  console.log(`\nMost memory of the server: ${peak} MiB of ${maxMiB} MiB.`)
}

try {
  await run()
} catch (e) {
  console.error(e instanceof Error ? e.message : e)
  process.exitCode = 1
} finally {
  for (const close of closers.reverse()) await close()
}
