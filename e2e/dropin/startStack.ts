import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePortBases } from '../../tools/start/freePort.ts'
import { portsFrom } from '../../tools/start/ports.ts'
import { listServices } from '../../tools/start/services.ts'
import { startStack } from '../../tools/start/supervisor.ts'

/**
 * The operator's services for a site with AppKit: the API, the relay and their database, here on a chain that claims to
 * be Ethereum.
 */
export async function startDropInStack(origin: string, at?: number) {
  const stateDir = await mkdtemp(path.join(tmpdir(), 'billfold-dropin-'))
  const [portBase] = at ? [at] : await freePortBases(1)
  const ports = portsFrom(portBase!)
  const env = { ...process.env, QUOTE_TIMEOUT_MS: '10000' }
  const root = path.resolve(import.meta.dirname, '../..')
  const wanted = new Set(['database', 'devnet', 'server', 'relay', 'onramp'])
  const services = listServices({ root, ports, stateDir, env, market: false }).filter(({ name }) => wanted.has(name))
  for (const { name, env: own } of services) {
    if (name === 'devnet') {
      own.DEVNET_CHAIN_IDS = '1'
      for (const family of ['SOLANA', 'BITCOIN', 'POLKADOT', 'FARCASTER']) delete own[`DEVNET_${family}_PORT`]
    }
    // With logins of our own, as for a site with our kit: no stock page may show them.
    if (name === 'server') own.DEFAULT_PROJECT_ORIGINS = origin
  }
  const stack = await startStack({ portBase: portBase!, stateDir, env, services })
  return {
    api: stack.urls.api!,
    relay: stack.urls.relay!.replace(/^http/, 'ws'),
    devnet: stack.urls.devnet!,
    shop: stack.urls.onramp!,
    async stop() {
      await stack.stop()
      await rm(stateDir, { recursive: true, force: true })
    },
  }
}
