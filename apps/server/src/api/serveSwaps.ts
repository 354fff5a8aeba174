import { swapApi, swapRoutes } from '@billfold/protocol/api/swap'
import type { Hono } from 'hono'
import { createMemoryTexts, type SharedTexts } from '../caches/sharedTexts.ts'
import type { Chains } from '../chains/createChains.ts'
import { lowerHex } from '../chains/eip155/hex.ts'
import type { Metrics } from '../createMetrics.ts'
import type { Environment } from '../http/environment.ts'
import { serveContract } from '../http/serveContract.ts'
import type { Log } from '../log/createLog.ts'
import type { PriceBook } from '../providers/createPriceBook.ts'
import type { TokenNames } from '../providers/createTokenNames.ts'
import type { TrustedContracts } from '../providers/quotes/checkQuote.ts'
import { createApprovalGas } from '../providers/quotes/createApprovalGas.ts'
import { createGasPrices } from '../providers/quotes/createGasPrices.ts'
import { createQuoteAggregator } from '../providers/quotes/createQuoteAggregator.ts'
import { createQuoteSimulator } from '../providers/quotes/createQuoteSimulator.ts'
import { createSwapService } from '../providers/quotes/createSwapService.ts'
import { nativeCoin, type QuoteRequest, type QuoteSource } from '../providers/quotes/quoteSource.ts'
import type { Breaker } from '../rpc/createBreaker.ts'
import type { Rpc } from '../rpc/createRpc.ts'
import { swapHandlers } from './swap.ts'

type SwapServing = {
  chains: Chains
  rpc: Rpc
  sources: readonly QuoteSource[]
  prices: PriceBook
  tokenNames: TokenNames
  breaker: Breaker
  metrics: Metrics
  log: Log
  fee?: QuoteRequest['fee']
  /** Deadline of each source. */
  deadlineMs?: number
  trusted: TrustedContracts
  texts?: SharedTexts | undefined
}

/** Swaps: quotes of all sources, verified and ranked, and the transactions that execute them. */
export function serveSwaps(app: Hono<Environment>, deps: SwapServing): void {
  const { chains, rpc, sources, prices, tokenNames, breaker, metrics, log, fee, trusted, deadlineMs } = deps
  const texts = deps.texts ?? createMemoryTexts()
  const aggregator = createQuoteAggregator({
    sources,
    prices,
    breaker,
    metrics: metrics.upstream,
    trusted,
    texts,
    chainOf: chains.get,
    approvalGas: createApprovalGas({ rpc }),
    simulate: createQuoteSimulator({ rpc, trusted }),
    ...(deadlineMs === undefined ? {} : { deadlineMs }),
    decimalsOf: async (chain, asset) =>
      asset === nativeCoin
        ? chain.nativeCurrency.decimals
        : (await tokenNames(chain, [asset])).get(lowerHex(asset))?.decimals,
    onRefused: (source, chain, reason) => {
      metrics.quotesRefused.inc({ source, chain, reason })
      log.warn({ source, chain, reason }, 'quote rejected')
    },
    onFailed: (source, chain, reason) => log.info({ source, chain, reason }, 'quote source failed'),
  })
  const swaps = createSwapService({ rpc, aggregator, sources, trusted, texts })
  serveContract(
    app,
    swapApi,
    swapRoutes,
    swapHandlers({ chains, aggregator, swaps, gasPrices: createGasPrices(rpc), fee, texts }),
  )
}
