import { type chainsApi, chainsRoutes } from '@billfold/protocol/api/chains'
import type { Handlers } from '@billfold/protocol/contract'
import type { Hono } from 'hono'
import type { Chains } from '../chains/createChains.ts'
import type { Environment } from '../http/environment.ts'
import type { CallContext } from '../http/serveContract.ts'

/** Lists the chains to query: all of them over HTTP, over WebSocket those whose nodes support it. */
export function chainsHandlers(chains: Pick<Chains, 'list'>): Handlers<typeof chainsApi, CallContext> {
  return { getSupportedChains: async () => supported(chains) }
}

/** The same without a project: it is no secret, and stock clients ask before they know theirs. */
export function servePublicChains(app: Hono<Environment>, chains: Pick<Chains, 'list'>): void {
  app.get(chainsRoutes.getSupportedChains.path, async (c, next) =>
    c.req.query('projectId') ? next() : c.json(supported(chains)),
  )
}

const supported = (chains: Pick<Chains, 'list'>) => ({
  http: chains.list().map(({ id }) => id),
  ws: chains.list().flatMap(({ id, wsUrls }) => (wsUrls.length > 0 ? [id] : [])),
})
