import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { DevnetChain } from '@billfold/protocol/devnetManifest'
import { openDatabase } from '@billfold/server/db/openDatabase'
import { startTestCluster } from '@billfold/server/test/testDatabase'
import { createAsker, measure, type RequestOptions, type Result } from './api/measure.ts'
import { seedHistory } from './api/seedHistory.ts'
import { startProgram, usageOf } from './api/startProgram.ts'
import { type Question, questions } from './crowd/questions.ts'

// node bench/crowd.ts [--seconds 5] [--clients 64] [--addresses 1000] [--memory 600] [--of <another checkout>]
// [--profile <folder>] [--only <questions>] [--devnet <URL of a running local network>]
// [--beside <another checkout> --turns 20]: both servers in turns of a second, and how much more CPU time ours takes
// 64 visitors over persistent connections, on each of the API's five busiest requests in turn: requests per second, the
// wait of the slowest hundredth, and the server's peak memory. Other work on the machine slows the clock but not CPU
// time, so each row also has the requests per second of the server's CPU time, and their share of a bare node:http
// server's that sends the same bytes from memory, measured right after it. Exits with code 1 if a request failed or the
// server took more than its limit.

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '5' },
    clients: { type: 'string', default: '64' },
    memory: { type: 'string', default: '600' },
    of: { type: 'string', default: '.' },
    beside: { type: 'string' },
    turns: { type: 'string', default: '20' },
    profile: { type: 'string' },
    only: { type: 'string' },
    addresses: { type: 'string', default: '1000' },
    devnet: { type: 'string' },
  },
})
const [seconds, atOnce, maxMiB] = [Number(values.seconds), Number(values.clients), Number(values.memory)]
const chainId = 31337
const crowd = Number(values.addresses)
const closers: (() => unknown)[] = []
const dir = mkdtempSync(join(tmpdir(), 'billfold-crowd-'))

/** Starts a program that ends with this one. */
async function start(...args: Parameters<typeof startProgram>) {
  const program = await startProgram(...args)
  closers.push(program.stop)
  return program
}

async function startDevnet(): Promise<string> {
  const { url } = await start(
    [fileURLToPath(import.meta.resolve('@billfold/devnet/main'))],
    { DEVNET_PORT: '0', DEVNET_EVM_PORT: '0', DEVNET_CHAIN_IDS: String(chainId), DEVNET_MARKET: 'off' },
    (line) => /^Manifest: (\S+)\/manifest\.json$/.exec(line)?.[1],
  )
  return url
}

type Server = { url: string; pid: number; ask: ReturnType<typeof createAsker>['ask'] }

/** Starts a checkout's server on a database of its own, with a history for each account. */
async function startServer(checkout: string, databaseUrl: string, devnetUrl: string): Promise<Server> {
  const profiled = values.profile ? ['--cpu-prof', `--cpu-prof-dir=${resolve(values.profile)}`] : []
  const { url, pid } = await start(
    [...profiled, resolve(checkout, 'apps/server/src/main.ts')],
    {
      DATABASE_URL: databaseUrl,
      PORT: '0',
      DEVNET_URL: devnetUrl,
      DEFAULT_PROJECT: 'local',
      // Each client has its own address, as visitors do.
      TRUST_PROXY: '1',
      RATE_LIMIT: '1000000',
      PROJECT_RATE_LIMIT: '100000000',
      QUOTE_TIMEOUT_MS: '12000',
    },
    (line) => (JSON.parse(line) as { url?: string }).url,
  )
  const asker = createAsker(url, atOnce)
  closers.push(() => asker.close())
  await asker.until('/ready')
  const database = openDatabase({ url: databaseUrl, poolSize: 2, statementTimeoutMs: 60_000 })
  await seedHistory(database.db, { chainId, addresses: crowd, rows: 60 })
  await database.close()
  return { url, pid, ask: asker.ask }
}

/** A question as load for a server. Throws if it has no answer. */
async function loadFor(name: string, { path, optionsOf }: Question, { pid, ask }: Server) {
  const from = (n: number): RequestOptions => ({
    ...optionsOf?.(n),
    headers: { 'x-forwarded-for': `10.0.0.${n % atOnce}` },
  })
  const first = await ask(path(0), from(0))
  if (first.status !== 200) throw new Error(`${name}: ${first.status} ${first.body.slice(0, 300)}`)
  return { body: first.body, load: { path, optionsOf: from, atOnce, expected: 200, ask, usage: () => usageOf(pid) } }
}

async function run() {
  const cluster = await startTestCluster()
  closers.push(() => cluster.stop())
  const devnetUrl = values.devnet ?? (await startDevnet())
  const { chains } = (await (await fetch(`${devnetUrl}/manifest.json`)).json()) as { chains: DevnetChain[] }
  // Empty: each checkout's own migrations run.
  const newServer = async (checkout: string) => startServer(checkout, await cluster.createEmpty(), devnetUrl)
  const chosen = Object.entries(questions(chains[0]!, { clients: atOnce, crowd })).filter(
    ([name]) => !values.only || values.only.split(',').includes(name),
  )
  const server = await newServer(values.of)
  if (values.beside) return await compare(chosen, server, await newServer(values.beside))

  const rows: { name: string; ours: Result; plain: Result; peak: number }[] = []
  for (const [name, question] of chosen) {
    const file = join(dir, 'answer.json')
    const { body, load } = await loadFor(name, question, server)
    writeFileSync(file, body)
    // Code that runs for the first time is slow; that happens once, and not for every visitor.
    await measure({ ...load, seconds: Math.min(2, seconds) })
    const ours = await measure({ ...load, seconds })
    const bare = await start(
      [fileURLToPath(new URL('./crowd/plainServer.ts', import.meta.url)), file],
      {},
      (line) => line,
    )
    const plainAsker = createAsker(bare.url, atOnce)
    const plainLoad = { ...load, ask: plainAsker.ask, usage: () => usageOf(bare.pid) }
    await measure({ ...plainLoad, seconds: Math.min(1, seconds) })
    const plain = await measure({ ...plainLoad, seconds: Math.min(2, seconds) })
    plainAsker.close()
    await closers.pop()!()
    rows.push({ name, ours, plain, peak: usageOf(server.pid).peakMiB })
  }
  print(rows)
  const peak = usageOf(server.pid).peakMiB
  console.log(`\nMost memory of the server: ${peak} MiB of ${maxMiB} MiB.`)
  if (rows.some(({ ours }) => ours.failed > 0)) throw new Error('Some requests failed.')
  if (peak > maxMiB) throw new Error(`The server took ${peak} MiB, and ${maxMiB} MiB is the limit.`)
}

/** Two servers in turns of a second: what else the machine does slows both, so that their ratio says more than either. */
async function compare(chosen: [string, Question][], ours: Server, other: Server) {
  console.log('| | ours, µs of CPU | other, µs | ours / other | middle half of the turns |\n|---|---:|---:|---:|---:|')
  for (const [name, question] of chosen) {
    const loads = [(await loadFor(name, question, ours)).load, (await loadFor(name, question, other)).load]
    for (const load of loads) await measure({ ...load, seconds: 2 })
    const took: [number, number][] = []
    for (let turn = 0; turn < Number(values.turns); turn++) {
      const pair: [number, number] = [0, 0]
      for (const at of turn % 2 ? [1, 0] : [0, 1]) {
        const { cpuMs, failed } = await measure({ ...loads[at]!, seconds: 1 })
        if (failed > 0) throw new Error(`${name}: ${failed} requests failed`)
        pair[at] = cpuMs * 1_000
      }
      took.push(pair)
    }
    const quantile = (list: number[], share: number) => list.sort((a, b) => a - b)[Math.floor(list.length * share)]!
    const ratios = took.map(([one, two]) => one / two)
    const [low, middle, high] = [0.25, 0.5, 0.75].map((share) => quantile(ratios, share).toFixed(3))
    const micros = [0, 1].map((at) =>
      quantile(
        took.map((pair) => pair[at]!),
        0.5,
      ).toFixed(0),
    )
    console.log(`| ${name} | ${micros.join(' | ')} | ${middle} | ${low} to ${high} |`)
  }
}

function print(rows: { name: string; ours: Result; plain: Result; peak: number }[]) {
  const load = loadavg()[0]?.toFixed(1)
  console.log(
    `${new Date().toISOString().slice(0, 10)}, ${cpus().length} × ${cpus()[0]?.model}, load ${load}, ${atOnce} clients\n`,
  )
  console.log('| | requests/s | p50 ms | p99 ms | failed | per processor second | of bare node | peak MiB |')
  console.log('|---|---:|---:|---:|---:|---:|---:|---:|')
  for (const { name, ours, plain, peak } of rows) {
    const numbers = [ours.perSecond, ours.p50, ours.p99, ours.failed, 1_000 / ours.cpuMs].map((n) => Math.round(n))
    console.log(`| ${name} | ${numbers.join(' | ')} | ${((plain.cpuMs / ours.cpuMs) * 100).toFixed(1)} % | ${peak} |`)
  }
}

try {
  await run()
} catch (e) {
  console.error(e instanceof Error ? e.message : e)
  process.exitCode = 1
} finally {
  for (const close of closers.reverse()) await close()
  rmSync(dir, { recursive: true, force: true })
}
