import { namespaces } from '@billfold/protocol/caip'
import type { Chains } from '../chains/createChains.ts'
import { createFollowing, type FollowQuotas } from '../indexer/createFollowing.ts'
import type { Limiter } from '../limits/createMemoryLimiter.ts'
import type { Names } from '../names/createNames.ts'
import { createOwnNames } from '../names/createOwnNames.ts'
import type { InscriptionIndex } from './bitcoin/createOrdIndex.ts'
import type { Hosted } from './hosted/readHosted.ts'
import { createEnsNames } from './names/createEnsNames.ts'
import { createReadGateway } from './names/createReadGateway.ts'
import { createIndexedNfts, type NftsOf } from './nfts/createIndexedNfts.ts'
import { type OwnOptions, ownSources } from './ownSources.ts'
import { createStatedPrices } from './prices/createStatedPrices.ts'
import type { QuoteSource } from './quotes/quoteSource.ts'
import { createUniswapPermitQuotes } from './quotes/uniswap/createUniswapPermitQuotes.ts'
import { createUniswapQuotes } from './quotes/uniswap/createUniswapQuotes.ts'
import type { BalanceSource, HistorySource, NameSource, PriceSource } from './source.ts'

/** All sources, each list in the order of use. */
export type Sources = {
  balances: readonly BalanceSource[]
  prices: readonly PriceSource[]
  history: readonly HistorySource[]
  names: readonly NameSource[]
  /** Names that the operator gives away. */
  ownNames?: Names | undefined
  quotes: readonly QuoteSource[]
  nfts?: NftsOf | undefined
  /** Knows which Bitcoin outputs carry more than their value. */
  inscriptions?: InscriptionIndex | undefined
}

type Options = Omit<OwnOptions, 'isToldElsewhere' | 'follow'> & {
  /** How many new accounts are followed for each who asks, and who counts them. */
  limiter?: Limiter | undefined
  followQuotas?: FollowQuotas | undefined
  chains: Chains
  hosted?: Pick<Hosted, 'balances' | 'prices' | 'history' | 'quotes' | 'inscriptions'> | undefined
  names?: Names | undefined
  /** Hosts that may be queried for off-chain names; without any, such names are not resolved. */
  ccipGateways?: readonly string[] | undefined
}

/** The sources of a server: hosted ones where the operator set them up, since they know more; the chain itself for the rest. */
export function createSources(options: Options): Sources {
  const { chains, rpc, db, reads, hosted, poolTrust, names, ccipGateways = [] } = options
  const follow = db && createFollowing({ db, limiter: options.limiter, quotas: options.followQuotas })
  const readGateway = ccipGateways.length > 0 ? createReadGateway({ hosts: ccipGateways }) : undefined
  const elsewhere = hosted?.history ?? []
  const isToldElsewhere: OwnOptions['isToldElsewhere'] = (chain) => elsewhere.some((source) => source.supports(chain))
  const own = namespaces.map((family) => ownSources[family]({ rpc, db, reads, follow, poolTrust, isToldElsewhere }))
  return {
    balances: [...(hosted?.balances ?? []), ...own.flatMap(({ balances }) => balances ?? [])],
    prices: [...(hosted?.prices ?? []), ...own.flatMap(({ prices }) => prices ?? []), createStatedPrices()],
    history: [
      ...own.flatMap(({ history }) => history ?? []),
      ...elsewhere,
      ...own.flatMap(({ nodeHistory }) => nodeHistory ?? []),
    ],
    names: [createEnsNames({ chains, rpc, readGateway }), ...(names ? [createOwnNames(names)] : [])],
    ownNames: names,
    quotes: [createUniswapQuotes({ rpc }), createUniswapPermitQuotes({ rpc }), ...(hosted?.quotes ?? [])],
    nfts: db && createIndexedNfts(db, follow, reads),
    inscriptions: hosted?.inscriptions,
  }
}
