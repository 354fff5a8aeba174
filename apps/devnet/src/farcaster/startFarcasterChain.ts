import { join } from 'node:path'
import { farcasterRegistries } from '@billfold/protocol/embedded/farcasterSignIn'
import { ownArtifact } from '../eip155/deploy/artifact.ts'
import { createEvmNode, type EvmNode } from '../eip155/evmNode.ts'
import { answerJsonRpcText } from '../jsonRpc.ts'
import { json, openHttpServer } from '../openHttpServer.ts'
import { urlOf } from '../urlOf.ts'

/** The id of the chain with Farcaster's registries, which every sign-in names. */
export const farcasterChainId = 10

type Options = { host: string; port: number; genesisTime: number; state?: string | undefined }

/**
 * A chain for Farcaster's registries alone, at the addresses that its clients have built in. The port opens at once,
 * the chain starts with its first request: most starts of the network never need it.
 */
export async function startFarcasterChain({ host, port, genesisTime, state }: Options) {
  const http = await openHttpServer({ host, port, setting: 'DEVNET_FARCASTER_PORT' })
  let starting: Promise<EvmNode> | undefined
  const start = async (): Promise<EvmNode> => {
    const journal = state === undefined ? {} : { journal: join(state, `eip155-${farcasterChainId}.jsonl`) }
    const node = await createEvmNode({ chainId: farcasterChainId, blockTime: 0, genesisTime, ...journal })
    if (node.setup !== undefined) return node
    const place = (address: string, name: 'FarcasterIdRegistry' | 'FarcasterKeyRegistry') =>
      node.request('hardhat_setCode', [address, ownArtifact(`own/${name}`).bytecode])
    await place(farcasterRegistries.ids, 'FarcasterIdRegistry')
    await place(farcasterRegistries.keys, 'FarcasterKeyRegistry')
    await node.setupDone()
    return node
  }
  http.serve(async (request) => {
    if (request.method === 'GET' && request.path === '/health')
      return json(200, { ok: true, chainId: farcasterChainId })
    if (request.path !== '/') return json(404, { error: `There is nothing at ${request.path}.` })
    if (request.method !== 'POST') return json(405, { error: 'JSON-RPC requires POST.' })
    const node = await (starting ??= start())
    const body = await answerJsonRpcText(await request.text(), (method, params) => node.request(method, params))
    return body === undefined ? { status: 204 } : { status: 200, body }
  })
  return {
    url: urlOf('http', host, http.port),
    async close() {
      await http.close()
      await starting?.then((node) => node.close())
    },
  }
}
