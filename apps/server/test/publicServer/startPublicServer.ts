import { startDevnet } from '@billfold/devnet/startDevnet'
import { nativePlaceholders } from '@billfold/protocol/nativeCoin'
import { readConfig } from '../../src/config.ts'
import { createLog } from '../../src/log/createLog.ts'
import { startServer } from '../../src/startServer.ts'
import { startTestCluster } from '../testDatabase.ts'

// biome-ignore lint/suspicious/noExplicitAny: the rows read many shapes, and say what each must be
export type Answer = { status: number; headers: Headers; body: any }
export type PublicServer = Awaited<ReturnType<typeof startPublicServer>>

const project = 'billfold-local'
const namesKey = new URL('../../../devnet/keys/names.key', import.meta.url).pathname

/** The whole server as an operator starts it, with its database and its index, on a chain that says it is Ethereum. */
export async function startPublicServer() {
  const options = { host: '127.0.0.1', port: 0, evmPort: 0, chainIds: [1], blockTime: 0, market: false }
  const [devnet, cluster] = await Promise.all([startDevnet(options), startTestCluster()])
  const { db, url: databaseUrl, close } = await cluster.create()
  const env = {
    ...{ DATABASE_URL: databaseUrl, DEVNET_URL: new URL(devnet.manifest.faucetUrl).origin, PORT: '0' },
    ...{ DEFAULT_PROJECT: 'local', NAMES_PARENT: 'billfold.eth', NAMES_KEY_FILE: namesKey, TRUST_PROXY: '1' },
    SWAP_FEE_RECIPIENT: '0x7288BA89e63d39627b3dAaBfC5CC7d1165Aa5a82',
    // They share a busy machine with their chain.
    ...{ RATE_LIMIT: '100000', REQUEST_TIMEOUT_MS: '60000', QUOTE_TIMEOUT_MS: '30000' },
  }
  const server = await startServer(readConfig(env), createLog('silent', { write: () => undefined }))
  const pause = () => new Promise((done) => setTimeout(done, 50))
  while ((await fetch(`${server.url}/ready`)).status !== 200) await pause()

  const chain = devnet.manifest.chains[0]!
  const alice = devnet.manifest.accounts[0]!.address
  const request = (path: string, init?: RequestInit) => fetch(`${server.url}${path}`, init)
  async function ask(path: string, init: RequestInit = {}): Promise<Answer> {
    const response = await request(`${path}${path.includes('?') ? '&' : '?'}projectId=${project}`, init)
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json')
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text }
  }
  const post = (path: string, body: unknown) => ask(path, { method: 'POST', body: JSON.stringify(body) })
  // The first request starts indexing; the index has the rest in a moment.
  while ((await ask(`/v1/account/${alice}/history?chainId=eip155:1`)).body.data.length === 0) await pause()
  return {
    serverUrl: server.url,
    ...{ chain, project, alice, db, request, ask, post },
    user: `eip155:1:${alice}`,
    nobody: '0x5b6262592954B925B510651462b63ddEbcc22eaD',
    coin: `eip155:1:${nativePlaceholders.eip155}`,
    token: (symbol: string) => `eip155:1:${chain.tokens.find((each) => each.symbol === symbol)!.address}`,
    rpc: (method: string, params: unknown = []) =>
      post('/v1?chainId=eip155:1', { jsonrpc: '2.0', id: 1, method, params }),
    async stop() {
      await server.close()
      await close()
      await cluster.stop()
      await devnet.close()
    },
  }
}

/** A promise, and how it is tried. */
export type Row = [says: string, holds: (server: PublicServer) => Promise<void>]
