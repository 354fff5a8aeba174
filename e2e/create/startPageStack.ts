import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePortBases } from '../../tools/start/freePort.ts'
import { portsFrom } from '../../tools/start/ports.ts'
import { listServices } from '../../tools/start/services.ts'
import { startStack } from '../../tools/start/supervisor.ts'

/** The parts of `npm start` that a site's own page needs: the API, the relay, their database and the EVM chains. */
export async function startPageStack() {
  const stateDir = await mkdtemp(path.join(tmpdir(), 'billfold-create-stack-'))
  const [portBase] = await freePortBases(1)
  const root = path.resolve(import.meta.dirname, '../..')
  const env = process.env
  const wanted = new Set(['database', 'devnet', 'server', 'relay', 'onramp'])
  const all = listServices({ root, ports: portsFrom(portBase!), stateDir, env, market: false })
  const services = all.filter(({ name }) => wanted.has(name))
  for (const { env: own } of services)
    for (const family of ['SOLANA', 'BITCOIN', 'POLKADOT', 'FARCASTER']) delete own[`DEVNET_${family}_PORT`]
  const stack = await startStack({ portBase: portBase!, stateDir, env, services })
  return {
    port: portBase!,
    async stop() {
      await stack.stop()
      await rm(stateDir, { recursive: true, force: true })
    },
  }
}
