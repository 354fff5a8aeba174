import { Writable } from 'node:stream'
import { createLog } from '../src/log/createLog.ts'
import { readRelayConfig } from '../src/relay/relayConfig.ts'
import { type RunningRelay, startRelay } from '../src/relay/startRelay.ts'
import { connectClient, type TestClient } from './testClient.ts'
import { startTestCluster, type TestCluster } from './testDatabase.ts'

/** A database, a relay on it, and clients and further relays that are closed after each test. */
export async function startTestRelay(startCluster: () => Promise<TestCluster> = startTestCluster) {
  const cluster = await startCluster()
  const database = await cluster.create()
  const relays: RunningRelay[] = []
  const clients: TestClient[] = []
  let logText = ''
  const stream = new Writable({
    write(chunk, _, done) {
      logText += chunk
      done()
    },
  })
  const log = createLog('trace', stream as never)
  const start = (env: Record<string, string> = {}) =>
    startRelay(readRelayConfig({ PORT: '0', DATABASE_URL: database.url, ...env }), log)
  const relay = await start()

  return {
    relay,
    pool: database.pool,
    /** Log lines of all relays, at the most verbose level. */
    logText: () => logText,
    async client(options: Parameters<typeof connectClient>[1] = {}, url = relay.url) {
      const made = await connectClient(url, options)
      clients.push(made)
      return made
    },
    async another(env: Record<string, string> = {}) {
      const made = await start(env)
      relays.push(made)
      return made
    },
    get: (path: string, headers: Record<string, string> = {}) =>
      fetch(`${relay.url.replace('ws', 'http')}${path}`, { headers }),
    async afterEach() {
      await Promise.all(clients.splice(0).map((one) => one.close()))
      for (const one of relays.splice(0)) await one.close()
    },
    async stop() {
      await relay.close()
      await cluster.stop()
    },
  }
}

export type TestRelay = Awaited<ReturnType<typeof startTestRelay>>
