import { rpcQuery } from '@billfold/protocol/api/rpc'
import { KitError } from '@billfold/protocol/error'
import type { Hono } from 'hono'
import * as z from 'zod/mini'
import { requireChain } from '../../api/requireChain.ts'
import type { Chains } from '../../chains/createChains.ts'
import { badParameter } from '../../http/badParameter.ts'
import type { Environment, RequestContext } from '../../http/environment.ts'
import { RateLimitError } from '../../limits/rateLimitError.ts'
import type { UpstreamMetrics } from '../upstreamMetrics.ts'
import { createQueryEsplora, type QueryEsplora } from './createQueryEsplora.ts'

/** The paths that pages may read: those that sending needs, and none that scan a whole chain. */
const readable =
  /^\/(?:address\/[0-9a-zA-Z]{14,90}(?:\/utxo|\/txs(?:\/mempool|\/chain(?:\/[0-9a-f]{64})?)?)?|tx\/[0-9a-f]{64}(?:\/(?:hex|status|outspends|outspend\/\d{1,6}))?|fee-estimates|blocks\/tip\/(?:height|hash)|block-height\/\d{1,9})$/
/** In hex: twice as long as the largest transaction that is forwarded. */
const maxTransactionHex = 800_000

/** Serves Bitcoin's sources to pages, as an Esplora on the JSON-RPC path: `/v1/tx/…?chainId=bip122:…`. */
export function serveEsplora(
  app: Hono<Environment>,
  { chains, metrics }: { chains: Chains; metrics?: { upstream: UpstreamMetrics } },
) {
  const ask = createQueryEsplora({ metrics: metrics?.upstream })
  app.get('/v1/:first{address|tx|fee-estimates|blocks|block-height}/:rest{.*}?', (c) => pass(c, { chains, ask }))
  app.post('/v1/tx', async (c) => {
    const hex = (await c.req.text()).trim()
    if (!/^([0-9a-fA-F]{2})+$/.test(hex) || hex.length > maxTransactionHex)
      throw new KitError('invalid_input', { message: 'The body must be a transaction in hex.' })
    return pass(c, { chains, ask }, hex)
  })
}

type Desk = { chains: Chains; ask: QueryEsplora }

async function pass(c: RequestContext, { chains, ask }: Desk, post?: string): Promise<Response> {
  const { success, data } = z.safeParse(rpcQuery, c.req.query())
  if (!success) throw badParameter('chainId', 'chainId must be a CAIP-2 id like eip155:1.')
  const chain = requireChain(chains, data.chainId)
  const path = c.req.path.replace(/^\/v1/, '')
  if (chain.namespace !== 'bip122' || (post === undefined && !readable.test(path)))
    throw new KitError('not_found', { message: 'There is nothing at this address.' })
  const { status, text } = await ask(chain, { path, post, signal: c.get('signal') }).catch((e: unknown) => {
    if (!(e instanceof KitError) || e.code !== 'too_many_requests' || e instanceof RateLimitError) throw e
    // This server exceeded the limit, not the visitor.
    c.header('Retry-After', String((e.cause as { retryAfterS: number }).retryAfterS))
    throw new KitError('unavailable', { message: e.message, cause: e })
  })
  c.header('Cache-Control', 'no-store')
  // Forwards only the body, and neither headers nor a status that means something else here.
  if (status === 404) throw new KitError('not_found', { message: 'Not found on this network.' })
  const isFine = status >= 200 && status < 300
  return c.body(isFine ? text : text.slice(0, 500), isFine ? 200 : 400, { 'Content-Type': 'text/plain' })
}
