import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { needProgram } from '../../../tools/test/needProgram.ts'
import { lastingPort } from './lastingPort.ts'

/** A real cluster of three primaries, the first with a replica that takes over. */
export async function startRedisCluster() {
  const group = await openGroup()
  const primaries: Server[] = []
  for (let i = 0; i < 3; i++) primaries.push(await group.startServer(clusterOptions(await lastingPort())))
  const replica = await group.startServer(clusterOptions(await lastingPort()))
  const all = [...primaries, replica]
  const meeting = all.map(({ port, busPort }) => ['meet', '127.0.0.1', port, busPort!] as const)
  await primaries[0]!.ask('cluster', 'flushslots')
  for (const [i, { ask }] of primaries.entries()) {
    const [from, to] = [Math.floor((i * 16_384) / 3), Math.floor(((i + 1) * 16_384) / 3) - 1]
    await ask('cluster', 'addslotsrange', from, to)
    for (const words of meeting) await ask('cluster', ...words)
  }
  const isJoined = async ({ ask }: Server) => {
    const info = String(await ask('cluster', 'info'))
    return info.includes('cluster_state:ok') && info.includes('cluster_known_nodes:4')
  }
  await until(async () => (await Promise.all(primaries.map(isJoined))).every(Boolean))
  const id = String(await primaries[0]!.ask('cluster', 'myid'))
  await until(async () => String(await replica.ask('cluster', 'nodes')).includes(id))
  await replica.ask('cluster', 'replicate', id)
  await until(async () => String(await replica.ask('info', 'replication')).includes('master_link_status:up'))
  await until(async () => (await Promise.all(all.map(isJoined))).every(Boolean))
  return {
    url: `redis-cluster://${primaries.map(({ port }) => `127.0.0.1:${port}`).join(',')}`,
    /** Kills the first primary; its replica takes over within two seconds. */
    async failOver() {
      primaries[0]!.child.kill('SIGKILL')
      await until(async () => String(await replica.ask('role')).startsWith('master'))
    },
    stop: group.stop,
  }
}

/** A real primary with a replica, and a sentinel that promotes it. */
export async function startRedisSentinel() {
  const group = await openGroup()
  const primary = await group.startServer({ port: await lastingPort() })
  const replica = await group.startServer({
    port: await lastingPort(),
    options: ['--replicaof', '127.0.0.1', String(primary.port)],
  })
  await until(async () => String(await replica.ask('info', 'replication')).includes('master_link_status:up'))
  const port = await lastingPort()
  const file = join(group.dir, 'sentinel.conf')
  const lines = [
    `port ${port}`,
    'bind 127.0.0.1',
    `sentinel monitor main 127.0.0.1 ${primary.port} 1`,
    'sentinel down-after-milliseconds main 500',
    'sentinel failover-timeout main 2000',
  ]
  writeFileSync(file, lines.join('\n'))
  const sentinel = await group.startServer({ port, options: [file, '--sentinel'], isConfigured: true })
  await until(async () => String(await sentinel.ask('sentinel', 'replicas', 'main')).includes(String(replica.port)))
  return {
    url: `redis-sentinel://127.0.0.1:${port}/main`,
    /** Kills the primary; the sentinel promotes the replica. */
    async failOver() {
      primary.child.kill('SIGKILL')
      await until(async () => String(await replica.ask('role')).startsWith('master'))
    },
    stop: group.stop,
  }
}

type Server = {
  port: number
  busPort: number | undefined
  child: ChildProcess
  ask: (...words: (string | number)[]) => Promise<unknown>
}
type Start = { port: number; busPort?: number; options?: string[]; isConfigured?: boolean }

function clusterOptions(port: number): Start {
  // Apart from the ports of servers, which come from 25000 to 32000.
  const busPort = port - 10_000
  const options = ['--cluster-enabled', 'yes', '--cluster-node-timeout', '500', '--cluster-port', String(busPort)]
  return { port, busPort, options: [...options, '--cluster-config-file', `${port}.conf`] }
}

async function openGroup() {
  const program = await needProgram('redis')
  const dir = mkdtempSync(join(tmpdir(), 'billfold-redis-'))
  const children: ChildProcess[] = []
  const clients: Redis[] = []

  async function startServer({ port, busPort, options = [], isConfigured = false }: Start): Promise<Server> {
    const usual = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', dir]
    const child = spawn(program, isConfigured ? options : [...usual, ...options], { stdio: 'ignore', cwd: dir })
    children.push(child)
    const client = new Redis({ port, retryStrategy: () => 50, maxRetriesPerRequest: null, enableReadyCheck: false })
    client.on('error', () => {}) // it is starting, or was killed
    clients.push(client)
    await client.ping()
    return { port, busPort, child, ask: (command, ...words) => client.call(String(command), ...words) }
  }

  return {
    dir,
    startServer,
    async stop() {
      for (const client of clients) client.disconnect()
      for (const child of children) {
        if (child.exitCode !== null || child.signalCode !== null) continue
        child.kill('SIGKILL')
        await once(child, 'exit')
      }
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + 30_000
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error('the Redis servers did not get ready')
    await new Promise((done) => setTimeout(done, 50))
  }
}
