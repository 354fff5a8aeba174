import { availableParallelism, cpus, loadavg } from 'node:os'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { startTestCluster } from '@billfold/server/test/testDatabase'
import { createAsker, measure, type RequestOptions } from './api/measure.ts'
import { startProgram, usageOf } from './api/startProgram.ts'

// node bench/rpc.ts [--beside <another checkout>] [--turns 10] [--seconds 1] [--clients 64] [--only <row>]
// [--profile <folder>]
// The JSON-RPC proxy in front of a node that answers at once: CPU time of the server per call, per response of a
// megabyte, and per request of a client over its limit. With `--beside` both checkouts in turns. The last row is a bare
// node:http server that answers 429 from memory: what any server pays for a request.

const { values } = parseArgs({
  options: {
    beside: { type: 'string' },
    turns: { type: 'string', default: '10' },
    seconds: { type: 'string', default: '1' },
    clients: { type: 'string', default: '64' },
    profile: { type: 'string' },
    only: { type: 'string' },
  },
})
const [turns, seconds, atOnce] = [Number(values.turns), Number(values.seconds), Number(values.clients)]
const closers: (() => unknown)[] = []
const here = resolve(import.meta.dirname, '..')
const address = `0x${'71c7656ec7ab88b098defb751b7401b5f6d8976f'}`
const callOf = (method: string, params: unknown[]) => (n: number) =>
  JSON.stringify({ jsonrpc: '2.0', id: n, method, params })

type Row = { name: string; expected: number; optionsOf: (n: number) => RequestOptions; atOnce?: number }
const from = (client: string) => ({ 'x-forwarded-for': client, 'content-type': 'application/json' })
/** Many visitors, each below its limit. */
const visitor = (n: number) => `10.0.${n % 256}.1`
const balance = callOf('eth_getBalance', [address, 'latest'])
const logs = callOf('eth_getLogs', [{ fromBlock: '0x1', toBlock: '0x2' }])
const rows: Row[] = [
  {
    name: 'a call',
    expected: 200,
    optionsOf: (n) => ({ body: balance(n), headers: from(visitor(n)) }),
  },
  {
    name: 'a megabyte of logs',
    expected: 200,
    atOnce: 4,
    optionsOf: (n) => ({ body: logs(n), headers: from(visitor(n)) }),
  },
  { name: 'over the limit', expected: 429, optionsOf: (n) => ({ body: balance(n), headers: from('10.9.9.9') }) },
]

const profiled = values.profile ? ['--cpu-prof', `--cpu-prof-dir=${resolve(values.profile)}`] : []

async function startServer(checkout: string, databaseUrl: string, nodeUrl: string) {
  const program = await startProgram(
    [...profiled, resolve(checkout, 'apps/server/src/main.ts')],
    {
      DATABASE_URL: databaseUrl,
      PORT: '0',
      DEFAULT_PROJECT: 'local',
      TRUST_PROXY: '1',
      RATE_LIMIT: '600',
      PROJECT_RATE_LIMIT: '100000000',
      RPC_URL_EIP155_1: nodeUrl,
      INDEXER: 'off',
      LOG_LEVEL: 'info',
    },
    (line) => (JSON.parse(line) as { url?: string }).url,
  )
  closers.push(program.stop)
  const asker = createAsker(program.url, atOnce)
  closers.push(() => asker.close())
  await asker.until('/ready')
  return { ...program, ask: asker.ask }
}

const path = () => '/v1?chainId=eip155:1&projectId=billfold-local'

/** CPU time of a request in microseconds, and requests per second. */
async function measureRow(row: Row, { ask, pid }: Awaited<ReturnType<typeof startServer>>, time = seconds) {
  const result = await measure({
    ...{ ask, path, optionsOf: row.optionsOf, seconds: time, expected: row.expected },
    atOnce: Math.min(atOnce, row.atOnce ?? atOnce),
    usage: () => usageOf(pid),
  })
  return { micros: result.cpuMs * 1_000, perSecond: result.perSecond, p99: result.p99, failed: result.failed }
}

const middleOf = (list: number[]): number => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? Number.NaN

async function run() {
  const cluster = await startTestCluster()
  closers.push(() => cluster.stop())
  const node = await startProgram([fileURLToPath(new URL('./rpc/plainNode.ts', import.meta.url))], {}, (line) => line)
  closers.push(node.stop)
  const checkouts = [here, ...(values.beside ? [values.beside] : [])]
  const servers: Awaited<ReturnType<typeof startServer>>[] = []
  for (const each of checkouts) servers.push(await startServer(each, await cluster.createEmpty(), node.url))
  console.log(
    `${cpus()[0]?.model}, ${availableParallelism()} cores, load ${loadavg()[0]?.toFixed(1)}, ${atOnce} clients\n`,
  )
  console.log('| | µs of processor | per processor second | requests/s | p99 ms | failed | peak MiB |')
  console.log('|---|---:|---:|---:|---:|---:|---:|')
  for (const row of rows.filter(({ name }) => !values.only || values.only === name)) {
    for (const server of servers) {
      if (row.expected === 429) await exhaust(server)
      await measureRow(row, server, Math.min(1, seconds))
    }
    const all: Awaited<ReturnType<typeof measureRow>>[][] = servers.map(() => [])
    for (let turn = 0; turn < turns; turn++)
      for (const [at, server] of servers.entries()) all[at]!.push(await measureRow(row, server))
    for (const [at, list] of all.entries()) {
      const micros = middleOf(list.map((each) => each.micros))
      const name = at === 0 ? row.name : `${row.name}, the other checkout`
      const numbers = [
        1e6 / micros,
        middleOf(list.map((each) => each.perSecond)),
        middleOf(list.map((each) => each.p99)),
        list.reduce((sum, { failed }) => sum + failed, 0),
        usageOf(servers[at]!.pid).peakMiB,
      ]
      console.log(`| ${name} | ${micros.toFixed(1)} | ${numbers.map((n) => Math.round(n)).join(' | ')} |`)
    }
  }
  await measurePlain()
}

/** Uses up a client's limit. */
async function exhaust({ ask }: Awaited<ReturnType<typeof startServer>>) {
  for (let n = 0; n < 2_000; n++)
    if ((await ask(path(), { body: balance(n), headers: from('10.9.9.9') })).status === 429) return
  throw new Error('The limit was not reached.')
}

async function measurePlain() {
  const bare = await startProgram([fileURLToPath(new URL('./rpc/plainLimit.ts', import.meta.url))], {}, (line) => line)
  closers.push(bare.stop)
  const asker = createAsker(bare.url, atOnce)
  closers.push(() => asker.close())
  const row = rows.find(({ expected }) => expected === 429)!
  const micros: number[] = []
  for (let turn = 0; turn <= turns; turn++) micros.push((await measureRow(row, { ...bare, ask: asker.ask })).micros)
  const micro = middleOf(micros.slice(1))
  console.log(`| a bare server's 429 | ${micro.toFixed(1)} | ${Math.round(1e6 / micro)} | | | | |`)
}

try {
  await run()
} finally {
  for (const close of closers.reverse()) await close()
}
