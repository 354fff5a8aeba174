import { randomUUID } from 'node:crypto'
import type { NoQuote } from '@billfold/protocol/api/swap'
import { KitError } from '@billfold/protocol/error'
import { createExpiringMap } from '../../caches/createExpiringMap.ts'
import { createMemoryTexts, type SharedTexts } from '../../caches/sharedTexts.ts'
import { lowerHex, sameHex } from '../../chains/eip155/hex.ts'
import type { EvmAddress, ServerChain } from '../../chains/serverChain.ts'
import { unusedAccountOn } from '../../chains/unusedAccountOn.ts'
import { deadlineIn } from '../../limits/deadlineIn.ts'
import { untilAborted } from '../../limits/untilAborted.ts'
import type { Breaker } from '../../rpc/createBreaker.ts'
import type { UpstreamMetrics } from '../../rpc/upstreamMetrics.ts'
import { AmountTooSmall } from './amountTooSmall.ts'
import { type Fault, quoteFault, type TrustedContracts } from './checkQuote.ts'
import type { ApprovalGas } from './createApprovalGas.ts'
import { createOfferBook } from './createOfferBook.ts'
import { isListed, type SimulateQuote } from './createQuoteSimulator.ts'
import { createVisitorShare } from './createVisitorShare.ts'
import { noQuoteReason } from './noQuoteReason.ts'
import { nativeCoin, type QuoteRequest, type QuoteSource, type SourceQuote } from './quoteSource.ts'
import { shareOutcomes } from './shareOutcomes.ts'
import { refused, type UnavailableSource, unanswered } from './unavailableSource.ts'
import { type Appraisers, impactByWorth, type Worth, worthOf } from './worthOf.ts'

/** A quote that may be offered. */
export type RankedQuote = {
  id: string
  source: QuoteSource
  request: QuoteRequest
  quote: SourceQuote
  /** What the approval takes that has to go before, a transaction of its own. */
  approvalGas: bigint
  gasPrice: bigint
  /** Of the swap and of its approval. */
  gasUsd?: number | undefined
  /** What the user ends with, in units of the wanted token: output less all gas, where prices are known. */
  netOut: bigint
  tookMs: number
}
export type RankedQuotes = {
  quotes: readonly RankedQuote[]
  silent: readonly UnavailableSource[]
  /** Why there is no quote, where there is none and no one is asked any more. */
  why?: NoQuote | undefined
}

export type QuoteAggregator = {
  /** `first`: as soon as one good quote is there; `all`: when everyone has answered or the time is up. Best first. */
  ask(request: QuoteRequest, gasPrice: bigint, wait: 'first' | 'all', signal: AbortSignal): Promise<RankedQuotes>
  /** A quote that was offered and still stands. */
  find(id: string): Promise<RankedQuote | undefined>
  /** What was offered turned out to be a lie: it is not offered again. */
  withdraw(quote: RankedQuote, reason: Fault): Promise<void>
}

type Options = Appraisers & {
  sources: readonly QuoteSource[]
  trusted: TrustedContracts
  approvalGas: ApprovalGas
  rehearse: SimulateQuote
  breaker: Breaker
  metrics?: UpstreamMetrics | undefined
  onRefused?: (sourceId: string, chainId: string, reason: Fault) => void
  /** Someone did not respond, or nothing that makes sense. */
  onFailed?: (sourceId: string, chainId: string, reason: string) => void
  deadlineMs?: number
  /** How long one round of answers serves everyone who asks the same. */
  keepMs?: number
  now?: () => number
  /** Where offers are kept, so that any server can carry them out. */
  texts?: SharedTexts
  chainOf?: (id: string) => ServerChain | undefined
}

type Round = {
  quotes: RankedQuote[]
  silent: Map<QuoteSource, UnavailableSource>
  all: Promise<void>
  first: Promise<void>
}

/** Rounds and quotes that are kept at most, however many ask. */
const size = 5_000
/** Rounds of one visitor at a time; more are told to wait. */
const roundsAtOnce = 8
/** Long enough that the next rounds do without a liar, short enough for a moved pool to be forgiven. */
const distrustMs = 30_000

/** Asks all sources at once, refuses what cannot be true, and ranks the rest by what the user ends with. */
export function createQuoteAggregator(options: Options): QuoteAggregator {
  const {
    sources,
    trusted,
    approvalGas,
    rehearse,
    breaker,
    metrics,
    onRefused,
    onFailed,
    deadlineMs = 2_500,
    keepMs = 5_000,
    now = Date.now,
    texts = createMemoryTexts({ size, now }),
    chainOf,
  } = options
  const book = createOfferBook({ texts, sources, chainOf, now })
  const rounds = createExpiringMap<Round>({ ttlMs: keepMs, size, now })
  // Each until it says itself that it is over.
  const offered = createExpiringMap<RankedQuote>({ ttlMs: 0, size, now })
  // By source and pair: what one pool or token does says nothing about the others.
  const liars = createExpiringMap<true>({ ttlMs: distrustMs, size, now })
  const visitors = createVisitorShare(roundsAtOnce)
  const shared = shareOutcomes({ texts, keepMs, patienceMs: deadlineMs * 2, now })

  function begin(request: QuoteRequest, gasPrice: bigint): Round {
    const { chain } = request
    const able = sources.filter((source) => source.supports(chain) && (source.suits?.(request) ?? true))
    const worth = worthOf(options, request)
    const round: Round = {
      quotes: [],
      silent: new Map(able.map((source) => [source, { source, state: 'asked', why: { reason: 'timeout' } }])),
      all: Promise.resolve(),
      first: Promise.resolve(),
    }
    let told = () => {}
    round.first = new Promise((done) => {
      told = done
    })
    round.all = Promise.all(
      able.map(async (source) => {
        const found = await shared.once(source, request, async () => {
          const made = await askOne(source, request, gasPrice, worth)
          if ('id' in made) await book.write(made)
          return made
        })
        const outcome = 'id' in found && found.gasPrice !== gasPrice ? atGasPrice(found, gasPrice, await worth) : found
        if ('id' in outcome) {
          round.silent.delete(source)
          round.quotes.push(outcome)
          offered.set(outcome.id, outcome, outcome.quote.expiresAt)
          told()
        } else round.silent.set(source, outcome)
      }),
    ).then(() => told())
    return round
  }

  async function askOne(
    source: QuoteSource,
    request: QuoteRequest,
    gasPrice: bigint,
    worth: Promise<Worth>,
  ): Promise<RankedQuote | UnavailableSource> {
    const { chain } = request
    const key = `${source.id} ${chain.id}`
    if (!breaker.allows(key))
      return { source, state: 'failed', reason: 'resting after failures', why: { reason: 'unavailable' } }
    const done = metrics?.begin(source.id, chain.id)
    const [began, deadline] = [now(), deadlineIn(deadlineMs)]
    // Anyone who says so early is not waited for later.
    const spender = source.permitKind === 'eip2612' ? undefined : source.spenderOn?.(chain)
    if (spender) void approvalGas(request, spender)
    try {
      const quote = await untilAborted(source.quote(request, deadline), { deadline }).catch(orTooSmall)
      breaker.succeeded(key)
      done?.('ok')
      if (!quote) return { source, state: 'none', why: { reason: 'no_route' } }
      if (quote === 'too small' || isCrumb(request, quote))
        return { source, state: 'none', reason: 'the amount is too small', why: { reason: 'amount_too_small' } }
      const market = await worth
      const fault =
        quoteFault(request, quote, trusted(chain, source.id), now(), market.fair) ??
        (liars.get(pairOf(source, request)) && 'a source that lied a moment ago')
      if (fault) return refuse(source, chain, fault)
      return await offer(source, request, quote, gasPrice, market, began)
    } catch (e) {
      const { code, cause } = KitError.from(e)
      // A rate limit, the source's or the visitor's own, says nothing about how well it works.
      if (code === 'too_many_requests') breaker.released(key)
      else if (isListed(request)) doubt(source, chain, key)
      // A token may be a contract of the asker's own, made to be slow.
      else breaker.failedForAsker(key)
      done?.(deadline.aborted ? 'timeout' : code === 'too_many_requests' ? 'busy' : 'failed')
      return silence(source, chain, deadline.aborted ? 'timeout' : code, cause)
    }
  }

  /** Whose account and how much it is asked for is up to visitors: a source is well that quotes a little of the chain's own coin. */
  function doubt(source: QuoteSource, chain: ServerChain, key: string) {
    const to = chain.tokens.find(({ address }) => !sameHex(address, chain.wrappedNative))?.address
    if (!to) return breaker.failedForAsker(key)
    const amount = 10n ** BigInt(Math.max(0, chain.nativeCurrency.decimals - 2))
    const user = unusedAccountOn(chain) as EvmAddress
    const request: QuoteRequest = {
      chain,
      from: nativeCoin,
      to: to as EvmAddress,
      amount,
      user,
      slippageBps: 100,
      fee: undefined,
    }
    breaker.doubted(key, async (signal) => {
      try {
        await source.quote(request, signal)
      } catch (e) {
        if (!(e instanceof AmountTooSmall) && KitError.from(e).code !== 'too_many_requests') throw e
      }
    })
  }

  /** What may be offered, once it has been tried out: what fails there would fail after an approval was paid for. */
  async function offer(
    source: QuoteSource,
    request: QuoteRequest,
    quoted: SourceQuote,
    gasPrice: bigint,
    market: Worth,
    began: number,
  ): Promise<RankedQuote | UnavailableSource> {
    const { chain } = request
    const deadline = deadlineIn(deadlineMs)
    try {
      const [rehearsed, approval] = await Promise.all([
        untilAborted(rehearse(source, request, quoted, deadline), { deadline }),
        approvalOf(source, request, quoted),
      ])
      if (rehearsed === 'cannot simulate') return silence(source, chain, 'unavailable')
      if ('failure' in rehearsed)
        return { source, state: 'refused', reason: rehearsed.failure, why: { reason: 'would_fail' } }
      if ('fault' in rehearsed) return refuse(source, chain, rehearsed.fault)
      const { quote } = rehearsed
      const priceImpactBps = quote.priceImpactBps ?? impactByWorth(request, quote, market)
      const made = { id: randomUUID(), source, request, quote: { ...quote, priceImpactBps }, approvalGas: approval }
      return atGasPrice({ ...made, tookMs: now() - began }, gasPrice, market)
    } catch (e) {
      // The source answered; it is the chain that could not be asked.
      const { code, cause } = KitError.from(e)
      return silence(source, chain, deadline.aborted ? 'timeout' : code, cause)
    }
  }

  function silence(source: QuoteSource, chain: ServerChain, code: string, cause?: unknown): UnavailableSource {
    const silent = unanswered(source, code, cause)
    onFailed?.(source.id, chain.id, silent.reason)
    return silent
  }

  /** A token's own permit is a signature, and its gas is the swap's own. */
  async function approvalOf({ permitKind }: QuoteSource, request: QuoteRequest, { spender }: SourceQuote) {
    return spender && permitKind !== 'eip2612' ? approvalGas(request, spender) : 0n
  }

  function refuse(source: QuoteSource, chain: ServerChain, reason: Fault): UnavailableSource {
    onRefused?.(source.id, chain.id, reason)
    return refused(source, reason)
  }

  return {
    async ask(request, gasPrice, wait, signal) {
      const key = keyOf(request, gasPrice)
      let round = rounds.get(key)
      if (!round) {
        visitors.assertRoom()
        round = begin(request, gasPrice)
        visitors.hold(round.all)
        rounds.set(key, round)
      }
      await untilAborted(wait === 'first' ? round.first : round.all, { deadline: signal })
      const quotes = round.quotes
        .filter(({ id }) => offered.get(id))
        .sort((a, b) => (b.netOut > a.netOut ? 1 : b.netOut < a.netOut ? -1 : a.tookMs - b.tookMs))
      const silent = [...round.silent.values()]
      if (quotes.length > 0) return { quotes, silent }
      // What was offered and is over is no missing route: the next round may have it again.
      return { quotes, silent, why: round.quotes.length > 0 ? { reason: 'unavailable' } : noQuoteReason(silent) }
    },
    find: book.find,
    async withdraw(quote, reason) {
      offered.delete(quote.id)
      liars.set(pairOf(quote.source, quote.request), true)
      onRefused?.(quote.source.id, quote.request.chain.id, reason)
      await Promise.all([book.strike(quote.id), shared.forget(quote.source, quote.request)])
    },
  }
}

/** An offer, and what the user ends with where gas costs so much. */
function atGasPrice(
  offer: Omit<RankedQuote, 'gasPrice' | 'gasUsd' | 'netOut'>,
  gasPrice: bigint,
  market: Worth,
): RankedQuote {
  const { quote, approvalGas } = offer
  const cost = market.gasCost((quote.gas + approvalGas) * gasPrice)
  const { gasUsd: _, ...plain } = offer as RankedQuote
  return { ...plain, gasPrice, ...(cost && { gasUsd: cost.usd }), netOut: quote.amountOut - (cost?.units ?? 0n) }
}

const pairOf = ({ id }: QuoteSource, { chain, from, to }: QuoteRequest) => lowerHex([id, chain.id, from, to].join(' '))

const orTooSmall = (e: unknown): 'too small' => {
  if (e instanceof AmountTooSmall) return 'too small'
  throw e
}

/** So little that nothing is left of it after the slippage: no minimum could be kept. */
const isCrumb = ({ slippageBps }: QuoteRequest, { amountOut, minOut }: SourceQuote) =>
  amountOut > 0n && minOut === 0n && amountOut * BigInt(10_000 - slippageBps) < 10_000n

const keyOf = (request: QuoteRequest, gasPrice: bigint) => {
  const { chain, from, to, amount, user, slippageBps, fee, signsEip2612 = false } = request
  return lowerHex([chain.id, from, to, amount, user, slippageBps, fee?.bps ?? 0, signsEip2612, gasPrice].join(' '))
}
