import { randomUUID } from 'node:crypto'
import { KitError } from '@billfold/protocol/error'
import type { ServerChain } from '../../chains.ts'
import { deadlineIn } from '../../deadlineIn.ts'
import type { Breaker } from '../../rpc/createBreaker.ts'
import type { UpstreamMetrics } from '../../rpc/upstreamMetrics.ts'
import { createExpiringMap } from '../createExpiringMap.ts'
import { type Fault, quoteFault, type TrustedContracts } from './checkQuote.ts'
import type { ApprovalGas } from './createApprovalGas.ts'
import type { QuoteRequest, QuoteSource, SourceQuote } from './quoteSource.ts'
import { type Appraisers, impactByWorth, type Worth, worthOf } from './worthOf.ts'

/** A quote that may be offered. */
export type DeskQuote = {
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
/** A source that offers nothing here, and why. */
export type SilentSource = { source: QuoteSource; state: 'asked' | 'none' | 'failed' | 'refused'; reason?: string }
export type DeskAnswer = { quotes: readonly DeskQuote[]; silent: readonly SilentSource[] }

export type QuoteDesk = {
  /** `first`: as soon as one good quote is there; `all`: when everybody has answered or the time is up. Best first. */
  ask(request: QuoteRequest, gasPrice: bigint, wait: 'first' | 'all', signal: AbortSignal): Promise<DeskAnswer>
  /** A quote that was offered and still stands. */
  find(id: string): DeskQuote | undefined
  /** What was offered turned out to be a lie: it is not offered again. */
  withdraw(quote: DeskQuote, reason: Fault): void
}

type Options = Appraisers & {
  sources: readonly QuoteSource[]
  trusted: TrustedContracts
  approvalGas: ApprovalGas
  breaker: Breaker
  metrics?: UpstreamMetrics | undefined
  onRefused?: (sourceId: string, chainId: string, reason: Fault) => void
  /** Somebody did not answer, or nothing that makes sense. */
  onFailed?: (sourceId: string, chainId: string, reason: string) => void
  deadlineMs?: number
  /** How long one round of answers serves everybody who asks the same. */
  keepMs?: number
  now?: () => number
}

type Round = {
  quotes: DeskQuote[]
  silent: Map<QuoteSource, SilentSource>
  all: Promise<void>
  first: Promise<void>
}

/** Rounds and quotes that are kept at most, however many ask. */
const size = 5_000
/** Long enough that the next rounds do without a liar, short enough for a moved pool to be forgiven. */
const distrustMs = 30_000

/** Asks all sources at once, refuses what cannot be true, and ranks the rest by what the user ends with. */
export function createQuoteDesk(options: Options): QuoteDesk {
  const {
    sources,
    trusted,
    approvalGas,
    breaker,
    metrics,
    onRefused,
    onFailed,
    deadlineMs = 2_500,
    keepMs = 5_000,
    now = Date.now,
  } = options
  const rounds = createExpiringMap<Round>({ ttlMs: keepMs, size, now })
  // Each until it says itself that it is over.
  const offered = createExpiringMap<DeskQuote>({ ttlMs: 0, size, now })
  const liars = createExpiringMap<true>({ ttlMs: distrustMs, size, now })

  function begin(request: QuoteRequest, gasPrice: bigint): Round {
    const { chain } = request
    const able = sources.filter((source) => source.supports(chain) && (source.suits?.(request) ?? true))
    const worth = worthOf(options, request)
    const round: Round = {
      quotes: [],
      silent: new Map(able.map((source) => [source, { source, state: 'asked' }])),
      all: Promise.resolve(),
      first: Promise.resolve(),
    }
    let told = () => {}
    round.first = new Promise((done) => {
      told = done
    })
    round.all = Promise.all(
      able.map(async (source) => {
        const outcome = await askOne(source, request, gasPrice, worth)
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
  ): Promise<DeskQuote | SilentSource> {
    const { chain } = request
    const key = `${source.id} ${chain.id}`
    if (!breaker.allows(key)) return { source, state: 'failed', reason: 'resting after failures' }
    const done = metrics?.begin(source.id, chain.id)
    const [began, deadline] = [now(), deadlineIn(deadlineMs)]
    // Whoever says so early is not waited for later.
    const spender = source.permitKind === 'eip2612' ? undefined : source.spenderOn?.(chain)
    if (spender) void approvalGas(request, spender)
    try {
      const quote = await orTimeout(source.quote(request, deadline), deadline)
      breaker.succeeded(key)
      done?.('ok')
      if (!quote) return { source, state: 'none' }
      const market = await worth
      const fault =
        quoteFault(request, quote, trusted(chain, source.id), now(), market.fair) ??
        (liars.get(key) && 'a source that lied a moment ago')
      if (fault) return refuse(source, chain, fault)
      const approval = await approvalOf(source, request, quote)
      const cost = market.gasCost((quote.gas + approval) * gasPrice)
      return {
        id: randomUUID(),
        source,
        request,
        quote: { ...quote, priceImpactBps: quote.priceImpactBps ?? impactByWorth(request, quote, market) },
        approvalGas: approval,
        gasPrice,
        ...(cost && { gasUsd: cost.usd }),
        netOut: quote.amountOut - (cost?.units ?? 0n),
        tookMs: now() - began,
      }
    } catch (e) {
      breaker.failed(key)
      const { code } = KitError.from(e)
      done?.(deadline.aborted ? 'timeout' : code === 'too_many_requests' ? 'busy' : 'failed')
      const reason = deadline.aborted ? 'too slow' : code
      onFailed?.(source.id, chain.id, reason)
      return { source, state: 'failed', reason }
    }
  }

  /** A token's own permit is a signature, and its gas is the swap's own. */
  async function approvalOf({ permitKind }: QuoteSource, request: QuoteRequest, { spender }: SourceQuote) {
    return spender && permitKind !== 'eip2612' ? approvalGas(request, spender) : 0n
  }

  function refuse(source: QuoteSource, chain: ServerChain, reason: Fault): SilentSource {
    onRefused?.(source.id, chain.id, reason)
    return { source, state: 'refused', reason }
  }

  return {
    async ask(request, gasPrice, wait, signal) {
      const key = keyOf(request, gasPrice)
      let round = rounds.get(key)
      if (!round) {
        round = begin(request, gasPrice)
        rounds.set(key, round)
      }
      await orTimeout(wait === 'first' ? round.first : round.all, signal)
      const quotes = round.quotes
        .filter(({ id }) => offered.get(id))
        .sort((a, b) => (b.netOut > a.netOut ? 1 : b.netOut < a.netOut ? -1 : a.tookMs - b.tookMs))
      return { quotes, silent: [...round.silent.values()] }
    },
    find: offered.get,
    withdraw(quote, reason) {
      offered.delete(quote.id)
      liars.set(`${quote.source.id} ${quote.request.chain.id}`, true)
      onRefused?.(quote.source.id, quote.request.chain.id, reason)
    },
  }
}

const keyOf = (request: QuoteRequest, gasPrice: bigint) => {
  const { chain, from, to, amount, user, slippageBps, fee, signsEip2612 = false } = request
  return [chain.id, from, to, amount, user, slippageBps, fee?.bps ?? 0, signsEip2612, gasPrice].join(' ').toLowerCase()
}

function orTimeout<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(new KitError('timeout'))
    if (signal.aborted) return stop()
    signal.addEventListener('abort', stop, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}
