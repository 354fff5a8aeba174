import { createLog } from '@billfold/server/log/createLog'
import { readRelayConfig } from '@billfold/server/relay/relayConfig'
import { startRelay } from '@billfold/server/relay/startRelay'
import { lastingPort } from '@billfold/server/test/lastingPort'
import { startTestCluster } from '@billfold/server/test/testDatabase'

/** Our relay, as operators run it, on its own database. `restart` keeps the port, as a deployment does. `proxies` are other URLs of it. */
export async function startRelayServer({ proxies = [] }: { proxies?: readonly string[] } = {}) {
  const cluster = await startTestCluster()
  const { url: database } = await cluster.create()
  const urlsAt = (port: string) =>
    proxies.length === 0 ? {} : { RELAY_URL: [`ws://127.0.0.1:${port}`, ...proxies].join() }
  const start = (port: string) =>
    startRelay(readRelayConfig({ PORT: port, DATABASE_URL: database, ...urlsAt(port) }), createLog('silent'))
  let relay = await start(String(await lastingPort()))
  const { url } = relay
  return {
    url,
    stop: () => relay.close(),
    async restart() {
      relay = await start(new URL(url).port)
    },
    async close() {
      await relay.close()
      await cluster.stop()
    },
  }
}
