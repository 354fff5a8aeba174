import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { systemClock } from '@billfold/core/ports/clock'
import { fakePage } from '@billfold/core/ports/fakePage'
import { fakeStorage } from '@billfold/core/ports/fakeStorage'
import { browserHttp } from '@billfold/core/ports/http'
import { createWcClient } from '@billfold/core/wc/createWcClient'
import { startDatabase } from '@billfold/server/db/embedded'
import { UniversalProvider } from '@walletconnect/universal-provider'

// node bench/walletconnect.ts [--requests 200] [--links 30]
// Our client beside universal-provider 2.21.8, both as a site in this process, with the same wallet in a process of its
// own and our relay in another, on a PostgreSQL that flushes to disk. They take turns, so that a busy machine slows
// both alike.

const { values } = parseArgs({
  options: { requests: { type: 'string', default: '200' }, links: { type: 'string', default: '30' } },
})
// The SDK's own switch: without it every request waits five seconds for its vendor's frame if there is no internet.
process.env.IS_VITEST = 'true'

type Site = {
  /** Resolves with the link; `settled` when the wallet has approved it. */
  link(): Promise<{ uri: string; settled: Promise<unknown> }>
  ask(params: readonly string[]): Promise<unknown>
  leave(): Promise<unknown>
  close(): Promise<unknown> | undefined
}

const chain = 'eip155:1'
const namespaces = { eip155: { chains: [chain], methods: ['personal_sign'], events: [] } }
const about = { name: 'A site', description: '', url: 'http://localhost', icons: [] }

function ours(relayUrl: string): Site {
  const client = createWcClient({
    relays: [{ url: relayUrl }],
    projectId: 'bench',
    metadata: () => about,
    proposal: () => namespaces,
    ports: {
      clock: systemClock,
      page: fakePage({ globals: { WebSocket, crypto } }).page,
      storage: fakeStorage().tab(),
      http: browserHttp(systemClock),
      log: { info() {}, error: console.error },
    },
  })
  return {
    link: () =>
      new Promise((resolve, reject) => {
        const { signal } = new AbortController()
        const settled = client.propose({ signal, onUri: (uri) => resolve({ uri, settled }) })
        settled.catch(reject)
      }),
    ask: (params) => client.request({ chainId: chain, method: 'personal_sign', params }),
    leave: client.disconnect,
    close: async () => client.dispose(),
  }
}

async function theirs(relayUrl: string): Promise<Site> {
  const dapp = await UniversalProvider.init({
    projectId: 'bench',
    relayUrl,
    telemetryEnabled: false,
    logger: 'silent',
    disableProviderPing: true,
    storageOptions: { database: ':memory:' },
    customStoragePrefix: crypto.randomUUID(),
    metadata: about,
  })
  return {
    async link() {
      const shown = new Promise<string>((done) => void dapp.once('display_uri', done))
      const settled = dapp.connect({ optionalNamespaces: namespaces })
      return { uri: await shown, settled }
    },
    ask: (params) => dapp.request({ method: 'personal_sign', params: [...params] }, chain),
    leave: () => dapp.disconnect(),
    async close() {
      dapp.client.core.heartbeat.stop()
      await dapp.client.core.relayer.transportClose()
    },
  }
}

async function startRelay(databaseUrl: string): Promise<{ child: ChildProcess; url: string }> {
  const main = fileURLToPath(import.meta.resolve('@billfold/server/relay/main'))
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const env = { PATH, NODE_COMPILE_CACHE, PORT: '0', DATABASE_URL: databaseUrl, RELAY_CLIENT_RATE: '10000000' }
  const child = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  for await (const line of createInterface({ input: child.stdout })) {
    const { msg, url } = JSON.parse(line) as { msg: string; url?: string }
    if (msg !== 'relay ready' || !url) continue
    child.stdout.resume()
    return { child, url }
  }
  throw new Error('the relay did not start')
}

const timed = async <T>(work: () => Promise<T>): Promise<{ ms: number; result: T }> => {
  const began = performance.now()
  const result = await work()
  return { ms: performance.now() - began, result }
}
function tell(what: string, times: readonly number[]): void {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(1)
  const { length } = sorted
  console.log(what.padEnd(44), `p50 ${at(0.5)}, p95 ${at(0.95)}, min ${at(0)} ms (${length})`)
}

const dir = mkdtempSync(join(tmpdir(), 'billfold-bench-'))
chmodSync(dir, 0o755)
const database = await startDatabase({ dir: join(dir, 'database'), port: 0 })
const relay = await startRelay(database.url)
const wallet = fork(join(import.meta.dirname, 'walletconnect/pocketWallet.ts'), [relay.url])
try {
  const [{ address }] = (await once(wallet, 'message')) as [{ address: string }]
  console.log(`${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)} before we began, Node ${process.version}`)
  const sites: Record<string, Site> = { ours: ours(relay.url), 'universal-provider': await theirs(relay.url) }
  const names = Object.keys(sites)
  const times = new Map<string, number[]>()
  const note = (what: string, ms: number) => times.set(what, [...(times.get(what) ?? []), ms])

  for (let round = 0; round < Number(values.links); round++)
    for (const name of round % 2 ? names : names.toReversed()) {
      const site = sites[name] as Site
      const { ms, result } = await timed(() => site.link())
      wallet.send(result.uri)
      const settled = await timed(() => result.settled)
      // The first link also opens the connection.
      note(`${round === 0 ? 'first ' : ''}connect → link, ${name}`, ms)
      note(`link → settled, ${name}`, settled.ms)
      if (round < Number(values.links) - 1) await site.leave()
    }
  for (let round = 0; round < Number(values.requests); round++)
    for (const name of round % 2 ? names : names.toReversed()) {
      const site = sites[name] as Site
      note(`request → signature, ${name}`, (await timed(() => site.ask(['0x68656c6c6f', address]))).ms)
    }
  for (const [what, list] of [...times].toSorted(([a], [b]) => a.localeCompare(b))) tell(what, list)
  for (const site of Object.values(sites)) await site.close()
} finally {
  wallet.kill()
  relay.child.kill('SIGTERM')
  if (relay.child.exitCode === null) await once(relay.child, 'exit')
  await database.stop()
  rmSync(dir, { recursive: true, force: true })
}
process.exit() // the SDK leaves timers behind
