import { balancesApi, balancesRoutes } from '@billfold/protocol/api/balances'
import { chainsApi, chainsRoutes } from '@billfold/protocol/api/chains'
import { historyApi, historyRoutes } from '@billfold/protocol/api/history'
import { identityApi, identityRoutes } from '@billfold/protocol/api/identity'
import { nftsApi, nftsRoutes } from '@billfold/protocol/api/nfts'
import { portfolioApi, portfolioRoutes } from '@billfold/protocol/api/portfolio'
import { pricesApi, pricesRoutes } from '@billfold/protocol/api/prices'
import { profileApi, profileRoutes } from '@billfold/protocol/api/profile'
import type { CaipNetworkId } from '@billfold/protocol/caip'
import type { Handlers } from '@billfold/protocol/contract'
import { tokenId } from '@billfold/protocol/nativeCoin'
import type { Hono } from 'hono'
import type { SharedTexts } from '../caches/sharedTexts.ts'
import type { Chains } from '../chains/createChains.ts'
import type { Metrics } from '../createMetrics.ts'
import type { Environment } from '../http/environment.ts'
import { type CallContext, serveContract } from '../http/serveContract.ts'
import type { NftDescriptions } from '../images/createNftDescriptions.ts'
import type { Pictures } from '../images/createPictures.ts'
import type { Log } from '../log/createLog.ts'
import type { Onramp } from '../onramp/createOnramp.ts'
import { createPriceBook, type PriceBook } from '../providers/createPriceBook.ts'
import type { Sources } from '../providers/createSources.ts'
import { createTokenNames } from '../providers/createTokenNames.ts'
import { createNftOwners } from '../providers/names/createNftOwners.ts'
import type { QuoteRequest } from '../providers/quotes/quoteSource.ts'
import { createTrustedContracts, type OwnContracts } from '../providers/quotes/trustedContracts.ts'
import { createBreaker } from '../rpc/createBreaker.ts'
import type { Rpc } from '../rpc/createRpc.ts'
import type { TokenIcons } from '../tokens/tokenIcons.ts'
import { balancesHandlers } from './balances.ts'
import { chainsHandlers } from './chains.ts'
import { historyHandlers } from './history.ts'
import { createIdentities, type Identities, identityHandlers } from './identity.ts'
import { nftsHandlers } from './nfts.ts'
import { pricesHandlers } from './prices.ts'
import { profileHandlers } from './profile.ts'
import { serveSwaps } from './serveSwaps.ts'

export type MoneyDeps = {
  chains: Chains
  rpc: Rpc
  sources: Sources
  icons: TokenIcons
  pictures: Pictures
  metrics: Metrics
  log: Log
  /** The operator's fee on a swap, and its recipient. */
  swapFee?: QuoteRequest['fee']
  /** Deadline of each quote source. */
  quoteDeadlineMs?: number
  /** Deadline of every other source. */
  sourceDeadlineMs?: number
  /** Contracts that the operator trusts with quotes, in addition to our list. */
  ownSwapContracts?: OwnContracts | undefined
  /** The operator's on-ramp. */
  onramp?: Onramp | undefined
  /** State shared by all servers behind one address; absent for a single server. */
  texts?: SharedTexts | undefined
}

/** All calls about accounts and tokens; avatars are served to everyone. */
export function serveMoney(
  app: Hono<Environment>,
  deps: MoneyDeps & { nftDescriptions: NftDescriptions },
): { identities: Identities; prices: PriceBook } {
  const { chains, rpc, sources, icons, metrics, log, swapFee, quoteDeadlineMs, sourceDeadlineMs } = deps
  const { upstream } = metrics
  const breaker = createBreaker()
  upstream.watch(() =>
    breaker.resting().map((key) => {
      const [source = '', chain = ''] = key.split(' ')
      return { upstream: source, chain }
    }),
  )
  const patience = sourceDeadlineMs === undefined ? {} : { deadlineMs: sourceDeadlineMs }
  const asking = { chains, icons, breaker, metrics: upstream, ...patience }
  const prices = createPriceBook({ sources: sources.prices, breaker, metrics: upstream, ...patience })
  const tokenNames = createTokenNames(rpc)
  serveContract(app, chainsApi, chainsRoutes, chainsHandlers(chains))
  const balances = balancesHandlers({ ...asking, sources: sources.balances, prices })
  serveContract(app, balancesApi, balancesRoutes, balances)
  serveContract(app, portfolioApi, portfolioRoutes, portfolioHandlers(balances))
  serveContract(
    app,
    historyApi,
    historyRoutes,
    historyHandlers({ ...asking, sources: sources.history, onramp: deps.onramp }),
  )
  serveContract(app, pricesApi, pricesRoutes, pricesHandlers({ chains, prices, tokenNames }))
  const identities = createIdentities({ ...asking, sources: sources.names, holdsNft: createNftOwners({ rpc }) })
  serveContract(
    app,
    identityApi,
    identityRoutes,
    identityHandlers({ identities, pictures: deps.pictures, zone: sources.ownNames?.parent }),
  )
  serveContract(
    app,
    profileApi,
    profileRoutes,
    profileHandlers({ ...asking, sources: sources.names, names: sources.ownNames }),
  )
  serveContract(
    app,
    nftsApi,
    nftsRoutes,
    nftsHandlers({ chains, nftsOf: sources.nfts, descriptions: deps.nftDescriptions }),
  )
  serveSwaps(app, {
    chains,
    rpc,
    sources: sources.quotes,
    prices,
    tokenNames,
    breaker,
    metrics,
    log,
    fee: swapFee,
    ...(quoteDeadlineMs === undefined ? {} : { deadlineMs: quoteDeadlineMs }),
    trusted: createTrustedContracts(deps.ownSwapContracts),
    texts: deps.texts,
  })
  return { identities, prices }
}

/** Lists an account's assets, from the same sources as its balances. */
const portfolioHandlers = ({
  getBalance,
}: Handlers<typeof balancesApi, CallContext>): Handlers<typeof portfolioApi, CallContext> => ({
  getPortfolio: async (input, context) => {
    const { balances } = await getBalance(input, context)
    const held = balances.filter(({ quantity }) => /[1-9]/.test(quantity.numeric))
    return {
      data: held.map(({ chainId, address, name, symbol }) => ({
        id: address ?? tokenId(chainId as CaipNetworkId, undefined),
        name,
        symbol,
      })),
    }
  },
})
