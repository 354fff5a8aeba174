import type { Kysely } from 'kysely'
import type { Chains } from '../chains/createChains.ts'
import type { Schema } from '../db/schema.ts'
import type { Rpc } from '../rpc/createRpc.ts'
import { createChainBalances } from './balances/createChainBalances.ts'
import { createDiscoveredTokens } from './balances/createDiscoveredTokens.ts'
import { createIndexedHistory } from './history/createIndexedHistory.ts'
import type { Hosted } from './hosted/readHosted.ts'
import { createEnsNames } from './names/createEnsNames.ts'
import { createReadGateway } from './names/createReadGateway.ts'
import { createIndexedNfts, type NftsOf } from './nfts/createIndexedNfts.ts'
import { createChainPrices } from './prices/createChainPrices.ts'
import type { PoolTrust } from './prices/createPoolPrices.ts'
import type { QuoteSource } from './quotes/quoteSource.ts'
import { createUniswapPermitQuotes } from './quotes/uniswap/createUniswapPermitQuotes.ts'
import { createUniswapQuotes } from './quotes/uniswap/createUniswapQuotes.ts'
import type { BalanceSource, HistorySource, NameSource, PriceSource } from './source.ts'

/** Everybody who can be asked, each list in the order of asking. */
export type Sources = {
  balances: readonly BalanceSource[]
  prices: readonly PriceSource[]
  history: readonly HistorySource[]
  names: readonly NameSource[]
  quotes: readonly QuoteSource[]
  nfts?: NftsOf | undefined
}

type Options = {
  chains: Chains
  rpc: Rpc
  /** Where the index is; without it an account has no history of ours, and its unlisted tokens are not found. */
  db?: Kysely<Schema> | undefined
  hosted?: Pick<Hosted, 'balances' | 'prices' | 'history' | 'quotes'> | undefined
  poolTrust?: Partial<PoolTrust> | undefined
  /** Hosts that may be asked for names kept off the chain; without any, such names are not resolved. */
  ccipGateways?: readonly string[] | undefined
}

/** The sources of a server: hosted ones where the operator set them up, since they know more; the chain itself for the rest. */
export function createSources({ chains, rpc, db, hosted, poolTrust, ccipGateways = [] }: Options): Sources {
  const readGateway = ccipGateways.length > 0 ? createReadGateway({ hosts: ccipGateways }) : undefined
  const discoveredTokens = db && createDiscoveredTokens(db)
  const elsewhere = hosted?.history ?? []
  // With nobody else to ask, what there is of a past that is still being looked up is better than nothing.
  const index = db
    ? [createIndexedHistory({ db, answersPartly: (chain) => !elsewhere.some((s) => s.supports(chain)) })]
    : []
  return {
    balances: [...(hosted?.balances ?? []), createChainBalances({ rpc, discoveredTokens })],
    prices: [...(hosted?.prices ?? []), createChainPrices({ rpc, trust: poolTrust })],
    history: [...index, ...elsewhere],
    names: [createEnsNames({ chains, rpc, readGateway })],
    quotes: [createUniswapQuotes({ rpc }), createUniswapPermitQuotes({ rpc }), ...(hosted?.quotes ?? [])],
    nfts: db && createIndexedNfts(db),
  }
}
