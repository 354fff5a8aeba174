import { balancesApi, balancesRoutes } from '@billfold/protocol/api/balances'
import { chainsApi, chainsRoutes } from '@billfold/protocol/api/chains'
import { historyApi, historyRoutes } from '@billfold/protocol/api/history'
import { identityApi, identityRoutes } from '@billfold/protocol/api/identity'
import { pricesApi, pricesRoutes } from '@billfold/protocol/api/prices'
import type { Hono } from 'hono'
import type { Chains } from '../chains.ts'
import type { Environment } from '../http/environment.ts'
import { serveContract } from '../http/serveContract.ts'
import type { Metrics } from '../metrics.ts'
import { createPriceBook } from '../providers/createPriceBook.ts'
import type { Sources } from '../providers/createSources.ts'
import { createTokenNames } from '../providers/createTokenNames.ts'
import { createBreaker } from '../rpc/createBreaker.ts'
import type { Rpc } from '../rpc/createRpc.ts'
import type { TokenIcons } from '../tokens/tokenIcons.ts'
import { balancesHandlers } from './balances.ts'
import { chainsHandlers } from './chains.ts'
import { historyHandlers } from './history.ts'
import { identityHandlers } from './identity.ts'
import { pricesHandlers } from './prices.ts'

export type MoneyDeps = { chains: Chains; rpc: Rpc; sources: Sources; icons: TokenIcons; metrics: Metrics }

/** Everything a client asks about accounts and tokens. */
export function serveMoney(app: Hono<Environment>, { chains, rpc, sources, icons, metrics: { upstream } }: MoneyDeps) {
  const breaker = createBreaker()
  upstream.watch('source', () => breaker.resting().map((key) => key.slice(key.indexOf(' ') + 1)))
  const asking = { chains, icons, breaker, metrics: upstream }
  const prices = createPriceBook({ sources: sources.prices, breaker, metrics: upstream })
  const tokenNames = createTokenNames(rpc)
  serveContract(app, chainsApi, chainsRoutes, chainsHandlers(chains))
  serveContract(app, balancesApi, balancesRoutes, balancesHandlers({ ...asking, sources: sources.balances, prices }))
  serveContract(app, historyApi, historyRoutes, historyHandlers({ ...asking, sources: sources.history }))
  serveContract(app, pricesApi, pricesRoutes, pricesHandlers({ chains, prices, tokenNames }))
  serveContract(app, identityApi, identityRoutes, identityHandlers({ ...asking, sources: sources.names }))
}
