import type { NoQuote } from '@billfold/protocol/api/swap'
import { createExpiringMap } from '../../caches/createExpiringMap.ts'
import { createMemoryTexts, type SharedTexts } from '../../caches/sharedTexts.ts'
import { lowerHex } from '../../chains/eip155/hex.ts'
import type { ServerChain } from '../../chains/serverChain.ts'
import { untilAborted } from '../../limits/untilAborted.ts'
import type { Fault } from './checkQuote.ts'
import { createOfferBook } from './createOfferBook.ts'
import { createQuoteRequester, type QuoteRequesterOptions } from './createQuoteRequester.ts'
import { createVisitorShare } from './createVisitorShare.ts'
import { noQuoteReason } from './noQuoteReason.ts'
import type { QuoteRequest, QuoteSource } from './quoteSource.ts'
import { atGasPrice, byNetOut, type RankedQuote } from './rankedQuote.ts'
import { shareOutcomes } from './shareOutcomes.ts'
import type { UnavailableSource } from './unavailableSource.ts'
import { type Appraisers, type Worth, worthOf } from './worthOf.ts'

type RankedQuotes = {
  quotes: readonly RankedQuote[]
  silent: readonly UnavailableSource[]
  /** Why there is no quote; absent while sources may still respond. */
  why?: NoQuote | undefined
}

export type QuoteAggregator = {
  /** `first` resolves with the first good quote, `all` when every source has responded or timed out. Best first. */
  collect(request: QuoteRequest, gasPrice: bigint, wait: 'first' | 'all', signal: AbortSignal): Promise<RankedQuotes>
  /** An offered quote that has not expired. */
  find(id: string): Promise<RankedQuote | undefined>
  /** Stops offering a quote that proved false, and distrusts its source for a while. */
  withdraw(quote: RankedQuote, reason: Fault): Promise<void>
}

type Options = Appraisers &
  QuoteRequesterOptions & {
    sources: readonly QuoteSource[]
    deadlineMs?: number
    /** How long a round serves identical requests. */
    keepMs?: number
    now?: () => number
    /** Stores offers, so that any server can execute them. */
    texts?: SharedTexts
    chainOf?: (id: string) => ServerChain | undefined
  }

type Round = {
  quotes: RankedQuote[]
  silent: Map<QuoteSource, UnavailableSource>
  all: Promise<void>
  first: Promise<void>
}

/** Maximum of stored rounds and quotes. */
const size = 5_000
/** Concurrent rounds per visitor. */
const maxRounds = 8

/** Requests quotes from all sources at once, rejects implausible ones, and ranks the rest by net output. */
export function createQuoteAggregator(options: Options): QuoteAggregator {
  const {
    sources,
    deadlineMs = 2_500,
    keepMs = 5_000,
    now = Date.now,
    texts = createMemoryTexts({ size, now }),
    chainOf,
  } = options
  const book = createOfferBook({ texts, sources, chainOf, now })
  const rounds = createExpiringMap<Round>({ ttlMs: keepMs, size, now })
  // Each expires with its quote.
  const offered = createExpiringMap<RankedQuote>({ ttlMs: 0, size, now })
  const visitors = createVisitorShare(maxRounds)
  const shared = shareOutcomes({ texts, keepMs, patienceMs: deadlineMs * 2, now })
  const { requestQuote, distrust } = createQuoteRequester({ ...options, deadlineMs, size, now })

  function startRound(request: QuoteRequest, gasPrice: bigint): Round {
    const { chain } = request
    const able = sources.filter((source) => source.supports(chain) && (source.suits?.(request) ?? true))
    const worth = worthOf(options, request)
    const first = Promise.withResolvers<void>()
    const round: Round = {
      quotes: [],
      silent: new Map(able.map((source) => [source, { source, state: 'asked', why: { reason: 'timeout' } }])),
      all: Promise.resolve(),
      first: first.promise,
    }
    round.all = Promise.all(
      able.map(async (source) => {
        const outcome = await outcomeOf(source, request, gasPrice, worth)
        if ('id' in outcome) {
          round.silent.delete(source)
          round.quotes.push(outcome)
          offered.set(outcome.id, outcome, outcome.quote.expiresAt)
          first.resolve()
        } else round.silent.set(source, outcome)
      }),
    ).then(() => first.resolve())
    return round
  }

  /** One request serves all servers; each applies its own gas price. */
  async function outcomeOf(source: QuoteSource, request: QuoteRequest, gasPrice: bigint, worth: Promise<Worth>) {
    const outcome = await shared.once(source, request, async () => {
      const own = await requestQuote(source, request, gasPrice, worth)
      if ('id' in own) await book.write(own)
      return own
    })
    return 'id' in outcome && outcome.gasPrice !== gasPrice ? atGasPrice(outcome, gasPrice, await worth) : outcome
  }

  return {
    async collect(request, gasPrice, wait, signal) {
      const key = keyOf(request, gasPrice)
      let round = rounds.get(key)
      if (!round) {
        visitors.assertRoom()
        round = startRound(request, gasPrice)
        visitors.hold(round.all)
        rounds.set(key, round)
      }
      await untilAborted(wait === 'first' ? round.first : round.all, { deadline: signal })
      const quotes = round.quotes.filter(({ id }) => offered.get(id)).sort(byNetOut)
      const silent = [...round.silent.values()]
      if (quotes.length > 0) return { quotes, silent }
      // Expired quotes are not a missing route: the next round may have them again.
      return { quotes, silent, why: round.quotes.length > 0 ? { reason: 'unavailable' } : noQuoteReason(silent) }
    },
    find: book.find,
    async withdraw(quote, reason) {
      offered.delete(quote.id)
      distrust(quote, reason)
      await Promise.all([book.strike(quote.id), shared.forget(quote.source, quote.request)])
    },
  }
}

const keyOf = (request: QuoteRequest, gasPrice: bigint) => {
  const { chain, from, to, amount, user, slippageBps, fee, signsEip2612 = false } = request
  return lowerHex([chain.id, from, to, amount, user, slippageBps, fee?.bps ?? 0, signsEip2612, gasPrice].join(' '))
}
