import { cpus, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { startQuietDevnet, viemWallet } from '@billfold/devnet/eip155/deploy/testPeer'
import { devAccounts } from '@billfold/devnet/eip155/devAccounts'
import { createChains } from '@billfold/server/chains/createChains'
import { evmFromDevnet } from '@billfold/server/chains/eip155/evmFromDevnet'
import { createApp } from '@billfold/server/createApp'
import { createGateway } from '@billfold/server/names/createGateway'
import { createNames } from '@billfold/server/names/createNames'
import { readNames } from '@billfold/server/names/readNames'
import { createSources } from '@billfold/server/providers/createSources'
import { createRpc } from '@billfold/server/rpc/createRpc'
import { appDeps } from '@billfold/server/test/appDeps'
import { listenApp } from '@billfold/server/test/listenApp'
import { startTestCluster } from '@billfold/server/test/testDatabase'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { createAsker } from './api/measure.ts'

// node bench/names.ts [--names 200] [--at-once 8]
// Name lookups per second, each name once and so never cached: through GET /v1/profile/account/{name}, beside a plain
// viem script that resolves the same names by the chain and the gateway (CCIP-Read), as any client of ENS does. Chain,
// database and server share the machine. Exits with code 1 if their results differ, or the server is slower than the
// script.

const { values } = parseArgs({
  options: { names: { type: 'string', default: '200' }, 'at-once': { type: 'string', default: '8' } },
})
const [count, atOnce] = [Number(values.names), Number(values['at-once'])]
const key = new URL('../apps/devnet/keys/names.key', import.meta.url).pathname
const { parent, signer } = readNames({ NAMES_PARENT: 'billfold.eth', NAMES_KEY_FILE: key })!

let app: ReturnType<typeof createApp>
const { url: base, close } = await listenApp(() => app)
const [devnet, cluster] = await Promise.all([
  startQuietDevnet({ namesGateway: `${base}/ccip/{sender}/{data}.json` }),
  startTestCluster(),
])
const { db } = await cluster.create()
const chain = devnet.manifest.chains[0]!
const viem = viemWallet(chain, devAccounts[3]!.privateKey)
// A quiet chain stays at its first day until someone sends something; today's signatures are valid by its clock.
await viem.waitForTransactionReceipt({ hash: await viem.sendTransaction({ to: signer.address, value: 1n }) })
const chains = createChains([evmFromDevnet(chain)])
const rpc = createRpc({ chains })
const names = createNames({ db, rpc, parent })
const unlimited = { limit: 1_000_000_000, windowMs: 60_000 }
app = createApp(
  appDeps({
    ...{ chains, rpc, names: { names, gateway: createGateway({ names, signer }) } },
    sources: createSources({ chains, rpc, db, names, poolTrust: { minLiquidityUsd: 0 } }),
    ...{ clientQuota: unlimited, projectQuota: unlimited },
  }),
)

const owners = new Map<string, string>()
for (let made = 0; made < count; made++) {
  const person = privateKeyToAccount(generatePrivateKey())
  // Two that differ only in a digit may look alike.
  const label = `bench-${[...made.toString(8)].map((digit) => 'aegkpstz'[Number(digit)]).join('')}`
  const name = `${label}.${parent}`
  const message = JSON.stringify({ name, attributes: {}, timestamp: Math.floor(Date.now() / 1000) })
  const signature = await person.signMessage({ message })
  await names.register({ coin_type: 60, address: person.address, message, signature }, AbortSignal.timeout(10_000))
  owners.set(name, person.address)
}

/** Lookups per second, `atOnce` at a time. */
async function rate(find: (name: string) => Promise<string | null | undefined>): Promise<number> {
  const left = [...owners]
  const began = performance.now()
  const worker = async () => {
    for (let next = left.pop(); next; next = left.pop()) {
      const [name, owner] = next
      const address = await find(name)
      if (address !== owner) throw new Error(`${name} is ${owner}’s, and ${address} was found`)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return (owners.size * 1000) / (performance.now() - began)
}
const asker = createAsker(base, atOnce)
const byServer = async (name: string) => {
  const { body } = await asker.ask(`/v1/profile/account/${name}?projectId=shop`)
  return (JSON.parse(body) as { addresses?: Record<string, { address: string }> }).addresses?.[60]?.address
}
const byScript = (name: string) => viem.getEnsAddress({ name })

// Both warm, so that neither pays for compilation.
const [warm] = owners.keys()
for (let turn = 0; turn < 20; turn++) await Promise.all([byServer(warm!), byScript(warm!)])
const script = await rate(byScript)
const server = await rate(byServer)
console.log(
  `${cpus().length} × ${cpus()[0]?.model.trim()}, load ${loadavg()[0]!.toFixed(1)}, ${count} names, ${atOnce} at once`,
)
console.log(
  `server ${server.toFixed(0)} a second, viem ${script.toFixed(0)} a second, ${(server / script).toFixed(1)} : 1`,
)
asker.close()
close()
await devnet.close()
await cluster.stop()
process.exit(server >= script ? 0 : 1)
