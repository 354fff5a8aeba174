import { rpcQuery } from '@billfold/protocol/api/rpc'
import { bitcoinNetwork } from '@billfold/protocol/bitcoin/bitcoinNetworks'
import { KitError } from '@billfold/protocol/error'
import type { Hono } from 'hono'
import * as z from 'zod/mini'
import { requireChain } from '../../api/requireChain.ts'
import type { Chains } from '../../chains/createChains.ts'
import { badParameter } from '../../http/badParameter.ts'
import type { Environment } from '../../http/environment.ts'
import type { InscriptionIndex } from '../../providers/bitcoin/createOrdIndex.ts'

/** Outputs per request; a URL has no room for more. */
const most = 40
const outpoint = /^[0-9a-f]{64}:\d{1,10}$/

/**
 * Reports inscriptions and runes on outputs: `/v1/inscribed/<txid:index>,…?chainId=bip122:…` returns `{ "txid:index":
 * true }`. A missing output is unknown; without the operator's index the route is a 404.
 */
export function serveInscribed(
  app: Hono<Environment>,
  { chains, sources }: { chains: Chains; sources: { inscriptions?: InscriptionIndex | undefined } },
) {
  app.get('/v1/inscribed/:outputs', async (c) => {
    const { success, data } = z.safeParse(rpcQuery, c.req.query())
    if (!success) throw badParameter('chainId', 'chainId must be a CAIP-2 id like eip155:1.')
    const chain = requireChain(chains, data.chainId)
    // Inscriptions are indexed on the main network only.
    if (!sources.inscriptions || bitcoinNetwork(chain.id)?.realm !== 'main')
      throw new KitError('not_found', { message: 'There is nothing at this address.' })
    const outputs = c.req.param('outputs').split(',')
    if (outputs.length > most || !outputs.every((one) => outpoint.test(one)))
      throw new KitError('invalid_input', { message: `Name at most ${most} outputs, each as txid:index.` })
    const known = await sources.inscriptions(outputs, c.get('signal'))
    c.header('Cache-Control', 'no-store')
    return c.json(Object.fromEntries(known))
  })
}
