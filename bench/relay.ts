import { type ChildProcess, fork, spawn } from 'node:child_process'
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

// node bench/relay.ts [--pairs 200] [--seconds 10] [--idle 10000] [--nodes 1] [--warm-up 10000]
// Durable messages per second through the relay, as a process of its own on a PostgreSQL that flushes to disk, and the
// memory of idle sockets. The load comes from a process of its own on the same machine and takes its share of it. node
// --cpu-prof bench/relay.ts writes a profile of the relay, too.

const { values } = parseArgs({
  options: {
    pairs: { type: 'string', default: '200' },
    seconds: { type: 'string', default: '10' },
    idle: { type: 'string', default: '10000' },
    nodes: { type: 'string', default: '1' },
    // Messages until the relay's code is fully compiled.
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

async function startRelay(env: Record<string, string>): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn(process.execPath, [...process.execArgv, relayMain], {
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
const nodes = Number(values.nodes)
const redis = nodes > 1 ? await startTestRedis() : undefined
const relays: { child: ChildProcess; url: string }[] = []
try {
  const env = { DATABASE_URL: database.url, ...(redis && { REDIS_URL: redis.url }) }
  for (let i = 0; i < nodes; i++) relays.push(await startRelay(env))
  const urls = relays.map(({ url }) => url)
  say('machine', `${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)} before we began, Node ${process.version}`)

  const spent = () => ({
    relay: processorSeconds(({ pid }) => relays.some(({ child }) => child.pid === pid)),
    database: processorSeconds(({ name }) => name === 'postgres'),
  })
  let before = spent()
  const busy = await load(
    {
      kind: 'busy',
      urls,
      pairs: Number(values.pairs),
      seconds: Number(values.seconds),
      warmUp: Number(values['warm-up']),
    },
    () => {
      before = spent()
    },
  )
  const after = spent()
  await busy.stop()
  if (busy.report.kind === 'busy') {
    const { messages, seconds, accepted, delivered, processor } = busy.report
    const times = ({ p50, p99, max }: typeof accepted) =>
      `p50 ${p50.toFixed(1)}, p99 ${p99.toFixed(1)}, max ${max.toFixed(1)} ms`
    say(`${values.pairs} busy pairs, ${nodes} node(s)`, `${Math.round(messages / seconds)} durable messages a second`)
    say('  publish → accepted (in the database)', times(accepted))
    say('  publish → at the other side', times(delivered))
    const micros = (seconds: number) => `${((seconds / messages) * 1e6).toFixed(0)} µs`
    const shares = [
      `relay ${micros(after.relay - before.relay)}`,
      `database ${micros(after.database - before.database)}`,
      `load ${micros(processor)}`,
    ]
    say('  processor time a message', `${shares.join(', ')} (published, delivered, acknowledged)`)
  }
  for (const { child } of relays) say('  memory after', `${megabytes(child).toFixed(0)} MB`)

  const count = Number(values.idle)
  if (count > 0) {
    const fresh = await startRelay(env)
    relays.push(fresh)
    const before = megabytes(fresh.child)
    const idle = await load({ kind: 'idle', urls: [fresh.url], sockets: count })
    const after = megabytes(fresh.child)
    if (idle.report.kind === 'idle')
      say(
        `${count} idle sockets, each with a topic`,
        `${after.toFixed(0)} MB in all (${before.toFixed(0)} before), opened in ${idle.report.seconds.toFixed(1)} s`,
      )
    await idle.stop()
  }
} finally {
  for (const { child } of relays) {
    child.kill('SIGTERM')
    if (child.exitCode === null) await once(child, 'exit')
  }
  await redis?.stop()
  await database.stop()
  rmSync(dir, { recursive: true, force: true })
}
