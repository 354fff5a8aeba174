import { type ChildProcess, execFileSync, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { startDatabase } from '@billfold/server/db/embedded'
import type { LoadReport, Warm } from '@billfold/server/test/relayLoad'
import { startTestRedis } from '@billfold/server/test/startTestRedis'

// node bench/relay.ts [--pairs 200] [--seconds 10] [--idle 10000] [--nodes 1] [--warm-up 10000] [--pin]
// Durable messages per second through the relay, as a process of its own on a PostgreSQL that flushes to disk, and the
// memory of idle sockets. With --nodes 1,2,4 one after the other, on one database and Redis: each message then crosses from node
// to node, and the last row compares processor time. --pin keeps the load on the last core, and everything else on the others. The load comes from a process of its own on the same machine and takes its share of it. node
// --cpu-prof bench/relay.ts writes a profile of the relay, too.

const { values } = parseArgs({
  options: {
    pairs: { type: 'string', default: '200' },
    seconds: { type: 'string', default: '10' },
    idle: { type: 'string', default: '10000' },
    nodes: { type: 'string', default: '1' },
    // Messages until the relay's code is fully compiled.
    pin: { type: 'boolean', default: false },
    'warm-up': { type: 'string', default: '10000' },
  },
})
const loadMain = fileURLToPath(import.meta.resolve('@billfold/server/test/relayLoad'))
const relayMain = fileURLToPath(import.meta.resolve('@billfold/server/relay/main'))
const unlimited = Object.fromEntries(
  ['CLIENT_RATE', 'ADDRESS_RATE', 'ADDRESS_BYTES', 'ADDRESS_UPGRADES', 'ADDRESS_SOCKETS', 'ADDRESS_STORED'].map(
    (name) => [
      `RELAY_${name}`,
      /BYTES|STORED/.test(name) ? '1000000000000' : name === 'ADDRESS_SOCKETS' ? '1000000' : '100000000',
    ],
  ),
)

const lastCore = String(cpus().length - 1)
/** A command on the cores that the load leaves free. */
const besideLoad = (words: string[]) =>
  values.pin && cpus().length > 1 ? ['taskset', '-c', `0-${cpus().length - 2}`, ...words] : words

async function startRelay(env: Record<string, string>): Promise<{ child: ChildProcess; url: string }> {
  const [program, ...words] = besideLoad([process.execPath, ...process.execArgv, relayMain])
  const child = spawn(program!, words, {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      PORT: '0',
      ...unlimited,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  for await (const line of createInterface({ input: child.stdout })) {
    const { msg, url } = JSON.parse(line) as { msg: string; url?: string }
    if (msg === 'relay ready' && url) {
      child.stdout.resume()
      return { child, url }
    }
  }
  throw new Error('the relay did not start')
}

/** Runs the load in a process of its own and resolves with its measurements. */
async function load(options: object, onWarm = () => {}): Promise<{ report: LoadReport; stop: () => Promise<void> }> {
  const child = fork(loadMain, [JSON.stringify(options)])
  if (values.pin) execFileSync('taskset', ['-cp', lastCore, String(child.pid)], { stdio: 'ignore' })
  const report = await new Promise<LoadReport>((done, fail) => {
    child.on('message', (report: LoadReport | Warm) => (report.kind === 'warm' ? onWarm() : done(report)))
    child.once('exit', () => fail(new Error('the load ended before it was measured')))
  })
  return {
    report,
    async stop() {
      if (child.exitCode !== null) return
      child.kill()
      await once(child, 'exit')
    },
  }
}

const megabytes = ({ pid }: ChildProcess) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024
/** The running processes: name, parent and seconds of CPU time, those of ended children apart. */
function processes() {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      const [, name, rest] = /\((.*)\) (.*)/.exec(readStat(pid)) ?? []
      const fields = rest?.split(' ').map(Number) ?? []
      const seconds = (from: number) => ((fields[from] ?? 0) + (fields[from + 1] ?? 0)) / 100
      return rest ? [{ pid: Number(pid), name, parent: fields[1], own: seconds(11), ended: seconds(13) }] : []
    })
}
function readStat(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch {
    return '' // it ended since it was listed
  }
}
/** CPU time of a child of ours and of all its children; other load does not change it. */
function processorSeconds(isMeant: (child: { pid: number; name?: string | undefined }) => boolean): number {
  const all = processes()
  const meant = all.filter((one) => one.parent === process.pid && isMeant(one))
  const offspring = all.filter(({ parent }) => meant.some(({ pid }) => pid === parent))
  const sum = (list: typeof all) => list.reduce((seconds, { own }) => seconds + own, 0)
  return sum(meant) + sum(offspring) + meant.reduce((seconds, { ended }) => seconds + ended, 0)
}
const say = (what: string, value: string) => console.log(what.padEnd(44), value)

const dir = mkdtempSync(join(tmpdir(), 'billfold-bench-'))
chmodSync(dir, 0o755)
const database = await startDatabase({ dir: join(dir, 'database'), port: 0 })
const counts = values.nodes.split(',').map(Number)
const redis = counts.some((count) => count > 1) ? await startTestRedis() : undefined
const running = new Set<ChildProcess>()
say('machine', `${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)} before we began, Node ${process.version}`)

async function start(env: Record<string, string> = {}) {
  const relay = await startRelay({ DATABASE_URL: database.url, ...env })
  running.add(relay.child)
  return relay
}

async function stop(child: ChildProcess) {
  child.kill('SIGTERM')
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  running.delete(child)
}

/** Measures `count` nodes; returns the processor time of a message in microseconds, without the load's. */
async function measureNodes(count: number): Promise<number> {
  const relays: { child: ChildProcess; url: string }[] = []
  for (let i = 0; i < count; i++) relays.push(await start(count > 1 && redis ? { REDIS_URL: redis.url } : {}))
  const urls = relays.map(({ url }) => url)
  const spent = () => ({
    relay: processorSeconds(({ pid }) => relays.some(({ child }) => child.pid === pid)),
    database: processorSeconds(({ name }) => name === 'postgres'),
    redis: processorSeconds(({ name }) => name === 'redis-server'),
  })
  let before = spent()
  const [pairs, seconds, warmUp] = [Number(values.pairs), Number(values.seconds), Number(values['warm-up'])]
  const { report, stop: stopLoad } = await load({ kind: 'busy', urls, pairs, seconds, warmUp }, () => {
    before = spent()
  })
  const after = spent()
  await stopLoad()
  if (report.kind !== 'busy') throw new Error('the load measured something else')
  const { messages, accepted, delivered, processor } = report
  const times = ({ p50, p99, max }: typeof accepted) =>
    `p50 ${p50.toFixed(1)}, p99 ${p99.toFixed(1)}, max ${max.toFixed(1)} ms`
  say(`${pairs} busy pairs, ${count} node(s)`, `${Math.round(messages / report.seconds)} durable messages a second`)
  say('  publish → accepted (in the database)', times(accepted))
  say('  publish → at the other side', times(delivered))
  const micros = (seconds: number) => (seconds / messages) * 1e6
  const shares = {
    relay: micros(after.relay - before.relay),
    database: micros(after.database - before.database),
    redis: micros(after.redis - before.redis),
  }
  const list = Object.entries({ ...shares, load: micros(processor) }).map(
    ([name, time]) => `${name} ${time.toFixed(0)} µs`,
  )
  say('  processor time a message', `${list.join(', ')} (published, delivered, acknowledged)`)
  for (const { child } of relays) say('  memory after', `${megabytes(child).toFixed(0)} MB`)
  for (const { child } of relays) await stop(child)
  return shares.relay + shares.database + shares.redis
}

async function measureIdle(count: number) {
  const { child, url } = await start()
  const before = megabytes(child)
  const idle = await load({ kind: 'idle', urls: [url], sockets: count })
  const after = megabytes(child)
  if (idle.report.kind === 'idle')
    say(
      `${count} idle sockets, each with a topic`,
      `${after.toFixed(0)} MB in all (${before.toFixed(0)} before), opened in ${idle.report.seconds.toFixed(1)} s`,
    )
  await idle.stop()
}

try {
  const times: number[] = []
  for (const count of counts) times.push(await measureNodes(count))
  const ratios = counts.map((count, i) => `${count}: ${(times[i]! / times[0]!).toFixed(2)}×`)
  if (counts.length > 1) say('processor time a message by nodes', ratios.join(', '))
  if (Number(values.idle) > 0) await measureIdle(Number(values.idle))
} finally {
  for (const child of [...running]) await stop(child)
  await redis?.stop()
  await database.stop()
  rmSync(dir, { recursive: true, force: true })
}
