import type { DevnetManifest } from '@billfold/protocol/devnetManifest'
import type { createFaucet, FaucetAnswer } from './eip155/faucet.ts'
import { nftMetadata, nftPicture, parseNftPath } from './eip155/nftMetadata.ts'
import { type HttpReply, type HttpRequest, json, type OpenHttpServer } from './openHttpServer.ts'

/** Serves the network as a whole: its manifest, the faucet, and the pictures of its collectibles. */
export function serveManifest(
  http: OpenHttpServer,
  options: { manifest: DevnetManifest; baseUrl: string; faucet: ReturnType<typeof createFaucet> },
): void {
  const manifest = json(200, options.manifest)

  async function faucet(request: HttpRequest, give: (body: unknown) => Promise<FaucetAnswer>): Promise<HttpReply> {
    let body: unknown
    try {
      body = JSON.parse(await request.text())
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error
      return json(400, { error: 'The body must be JSON: {"address": "0x…", "chainId": 31337}.' })
    }
    const answer = await give(body)
    return answer.ok ? json(200, { hashes: answer.hashes }) : json(answer.status, { error: answer.error })
  }

  function nft(path: string): HttpReply {
    const token = parseNftPath(path)
    if (!token) return json(404, { error: 'Request a token as /nft/erc721/1.json or /nft/erc1155/1.svg.' })
    if (token.format === 'json') return json(200, nftMetadata(token.standard, token.id, options.baseUrl))
    return { status: 200, type: 'image/svg+xml', body: nftPicture(token.standard, token.id) }
  }

  http.serve(async (request) => {
    const isPost = request.method === 'POST'
    const isGet = request.method === 'GET' || request.method === 'HEAD'
    if (request.path === '/faucet')
      return isPost ? faucet(request, options.faucet.give) : json(405, { error: 'The faucet requires POST.' })
    if (request.path === '/payout' && isPost) return faucet(request, options.faucet.pay)
    if (!isGet) return json(405, { error: `${request.path} requires GET.` })
    if (request.path === '/manifest.json') return manifest
    if (request.path === '/health') return json(200, { ok: true, chains: options.manifest.chains.map(({ id }) => id) })
    if (request.path.startsWith('/nft/')) return nft(request.path)
    return json(404, { error: `There is nothing at ${request.path}: try /manifest.json.` })
  })
}
