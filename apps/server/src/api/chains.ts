import type { chainsApi } from '@billfold/protocol/api/chains'
import type { Handlers } from '@billfold/protocol/contract'
import type { Chains } from '../chains/createChains.ts'
import type { CallContext } from '../http/serveContract.ts'

/** Says which chains can be asked about: over HTTP all of them, over WebSocket those whose nodes speak it. */
export function chainsHandlers(chains: Pick<Chains, 'list'>): Handlers<typeof chainsApi, CallContext> {
  return {
    getSupportedChains: async () => ({
      http: chains.list().map(({ id }) => id),
      ws: chains.list().flatMap(({ id, wsUrls }) => (wsUrls.length > 0 ? [id] : [])),
    }),
  }
}
