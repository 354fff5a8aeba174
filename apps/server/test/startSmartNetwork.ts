import { relayerAccount } from '@billfold/devnet/eip155/deploy/serviceAccounts'
import { viemWallet } from '@billfold/devnet/eip155/deploy/testPeer'
import { startDevnet } from '@billfold/devnet/startDevnet'
import { smartAccountContracts } from '@billfold/protocol/embedded/smartAccount'
import { type UserOperation, writeUserOperation } from '@billfold/protocol/embedded/userOperation'
import { Registry } from 'prom-client'
import { type Hex, parseEther } from 'viem'
import { createRelayer } from '../src/bundler/createRelayer.ts'
import { createSmartAccounts, type SmartAccountDeps } from '../src/bundler/createSmartAccounts.ts'
import { readSmartAccountKeys } from '../src/bundler/readSmartAccountKeys.ts'
import { toSmartChain } from '../src/bundler/smartChain.ts'
import { setBudget } from '../src/bundler/sponsorships.ts'
import { createChains } from '../src/chains/createChains.ts'
import { evmFromDevnet } from '../src/chains/eip155/evmFromDevnet.ts'
import { createApp } from '../src/createApp.ts'
import type { Schema } from '../src/db/schema.ts'
import { createMemoryLimiter } from '../src/limits/createMemoryLimiter.ts'
import { createLog } from '../src/log/createLog.ts'
import { createRetries } from '../src/process/createRetries.ts'
import { addProject } from '../src/projects/projects.ts'
import { createBundlers } from '../src/rpc/createBundlers.ts'
import { createRpc } from '../src/rpc/createRpc.ts'
import { appDeps, shop } from './appDeps.ts'
import { startTestCluster } from './testDatabase.ts'

const keyFile = (name: string) => new URL(`../../devnet/keys/${name}.key`, import.meta.url).pathname
const keys = readSmartAccountKeys({ RELAYER_KEY_FILE: keyFile('relayer'), SPONSOR_KEY_FILE: keyFile('sponsor') })

/** Says no with the code and sentence that the server gave. */
export class Refused extends Error {
  readonly code: number
  constructor({ code, message }: { code: number; message: string }) {
    super(message)
    this.code = code
  }
}

/** Both local chains, a PostgreSQL, and API servers with the operator's keys in front of them, for one test file. */
export async function startSmartNetwork() {
  const config = { host: '127.0.0.1', port: 0, evmPort: 0, chainIds: [31337, 31338], blockTime: 0, market: false }
  const [devnet, cluster] = await Promise.all([startDevnet(config), startTestCluster()])
  const { db, url } = await cluster.create()
  await addProject(db, { id: shop.id, name: shop.name, origins: shop.origins, features: {} })
  // The devnet's own bundler is left out: what is unknown here is unknown.
  const chains = createChains(
    devnet.manifest.chains.map((chain) => ({ ...evmFromDevnet(chain), bundlerUrl: undefined })),
  )
  const running: { stop(): Promise<void> }[] = []

  /** One more server on the same database and chains, with the same keys. */
  function startServer(change: { limit?: number; readPass?: SmartAccountDeps['readPass'] } = {}) {
    const limiter = createMemoryLimiter()
    const base = appDeps({ chains, rpc: createRpc({ chains }), limiter, bodyLimitBytes: 262_144 })
    const others = createBundlers()
    const quota = { limit: change.limit ?? 1_000, windowMs: 60_000 }
    const register = base.metrics.register
    const smartAccounts = createSmartAccounts({
      ...base,
      db,
      register,
      keys,
      others,
      quota,
      readPass: change.readPass,
    })!
    running.push(smartAccounts)
    const free = { limit: 100_000, windowMs: 60_000 }
    const app = createApp({ ...base, smartAccounts, clientQuota: free, projectQuota: free })
    const asker =
      (path: '/v1/' | '/v1/bundler' | '/v1/paymaster', chainId: number, project = shop.id) =>
      async (method: string, params: readonly unknown[]): Promise<unknown> => {
        const url = `http://api.test${path}?chainId=eip155:${chainId}&projectId=${project}`
        const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
        const reply = (await (await app.request(url, { method: 'POST', body })).json()) as {
          result?: unknown
          error?: { code: number; message: string }
        }
        if (reply.error) throw new Refused(reply.error)
        return reply.result
      }
    return {
      lines: base.lines,
      get: async (path: string) => (await app.request(`http://api.test${path}`)).json() as Promise<unknown>,
      /** The frame's requests, through the routes that it uses. */
      chain: (chainId: number) => ({
        node: asker('/v1/', chainId),
        bundler: asker('/v1/bundler', chainId),
        paymaster: asker('/v1/paymaster', chainId),
      }),
      send: (chainId: number, op: UserOperation) =>
        asker('/v1/bundler', chainId)('eth_sendUserOperation', [
          writeUserOperation(op),
          smartAccountContracts.entryPoint,
        ]) as Promise<Hex>,
    }
  }

  const chainOf = (chainId: number) => devnet.manifest.chains.find(({ id }) => id === chainId)!
  const rich = (chainId: number) => viemWallet(chainOf(chainId), devnet.manifest.accounts[0]!.privateKey as Hex)
  return {
    db,
    databaseUrl: url,
    manifest: devnet.manifest,
    relayer: relayerAccount.address,
    startServer,
    chainOf,
    rich,
    /** A wallet with the relayer's key, as another server has it. */
    relayerWallet: (chainId: number) => viemWallet(chainOf(chainId), keys.relayer as Hex),
    /** The server's own tracking of operations. */
    follower(chainId: number) {
      const log = createLog('silent')
      const relayer = createRelayer({ db, log, account: relayerAccount })
      const rpc = createRpc({ chains })
      const retries = createRetries({ loop: 'operations', register: new Registry(), log })
      return {
        deps: { db, log, relayer, retries, ranges: new Map() },
        chain: toSmartChain(chains.get(`eip155:${chainId}`)!, rpc)!,
      }
    },
    tokenOf: (chainId: number, symbol: string) =>
      chainOf(chainId).tokens.find((token) => token.symbol === symbol)!.address as Hex,
    node: async <T = unknown>(chainId: number, method: string, params: unknown[] = []): Promise<T> =>
      (await rich(chainId).request({ method, params } as never)) as T,
    setBudget: (chainId: number, change: Partial<Schema['sponsor_budgets']> = {}) =>
      setBudget(db, {
        project_id: shop.id,
        chain_id: `eip155:${chainId}`,
        budget: String(parseEther('10')),
        period: 'day',
        most_per_operation: String(parseEther('0.1')),
        operations_per_day: 100,
        targets: null,
        ...change,
      }),
    async stop() {
      await Promise.all(running.map((each) => each.stop()))
      await cluster.stop()
      await devnet.close()
    },
  }
}
