import { randomUUID } from 'node:crypto'
import { KitError } from '@billfold/protocol/error'
import { createExpiringMap } from '../../caches/createExpiringMap.ts'
import { lowerHex } from '../../chains/eip155/hex.ts'
import type { ServerChain } from '../../chains/serverChain.ts'
import { deadlineIn } from '../../limits/deadlineIn.ts'
import { untilAborted } from '../../limits/untilAborted.ts'
import type { Breaker } from '../../rpc/createBreaker.ts'
import type { UpstreamMetrics } from '../../rpc/upstreamMetrics.ts'
import { AmountTooSmall } from './amountTooSmall.ts'
import { type Fault, quoteFault, type TrustedContracts } from './checkQuote.ts'
import type { ApprovalGas } from './createApprovalGas.ts'
import { isListed, type SimulateQuote } from './createQuoteSimulator.ts'
import { probeSource } from './probeSource.ts'
import type { QuoteRequest, QuoteSource, SourceQuote } from './quoteSource.ts'
import { atGasPrice, type RankedQuote } from './rankedQuote.ts'
import { refused, type UnavailableSource, unanswered } from './unavailableSource.ts'
import { impactByWorth, type Worth } from './worthOf.ts'

export type QuoteRequesterOptions = {
  trusted: TrustedContracts
  approvalGas: ApprovalGas
  simulate: SimulateQuote
  breaker: Breaker
  metrics?: UpstreamMetrics | undefined
  onRefused?: (sourceId: string, chainId: string, reason: Fault) => void
  /** A source did not respond, or its response was invalid. */
  onFailed?: (sourceId: string, chainId: string, reason: string) => void
}
type Options = QuoteRequesterOptions & { deadlineMs: number; size: number; now: () => number }

/** Long enough to skip a dishonest source in the next rounds, short enough to forgive a pool that moved. */
const distrustMs = 30_000

/** Requests a quote from one source, verifies and simulates it. */
export function createQuoteRequester(options: Options) {
  const { trusted, approvalGas, simulate, breaker, metrics, onRefused, onFailed, deadlineMs, size, now } = options
  // By source and pair: a bad pool or token says nothing about the others.
  const distrusted = createExpiringMap<true>({ ttlMs: distrustMs, size, now })

  async function requestQuote(
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
    const [startedAt, deadline] = [now(), deadlineIn(deadlineMs)]
    // With the spender known in advance, the approval's gas is estimated in parallel.
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
        (distrusted.get(pairOf(source, request)) && 'a source that lied a moment ago')
      if (fault) return refuse(source, chain, fault)
      return await simulated(source, request, quote, gasPrice, market, startedAt)
    } catch (e) {
      const { code, cause } = KitError.from(e)
      // A rate limit, the source's or the visitor's, is not a failure.
      if (code === 'too_many_requests') breaker.released(key)
      else if (isListed(request)) doubt(source, chain, key)
      // Callers can name a token contract of their own, made to be slow.
      else breaker.failedForAsker(key)
      done?.(deadline.aborted ? 'timeout' : code === 'too_many_requests' ? 'busy' : 'failed')
      return unavailable(source, chain, deadline.aborted ? 'timeout' : code, cause)
    }
  }

  /** The caller picks account and amount, so a probe of the server's own decides whether the source has failed. */
  function doubt(source: QuoteSource, chain: ServerChain, key: string): void {
    const probe = probeSource(source, chain)
    if (probe) breaker.doubted(key, probe)
    else breaker.failedForAsker(key)
  }

  /** Simulates before offering: otherwise the swap could fail after the visitor paid for its approval. */
  async function simulated(
    source: QuoteSource,
    request: QuoteRequest,
    quoted: SourceQuote,
    gasPrice: bigint,
    market: Worth,
    startedAt: number,
  ): Promise<RankedQuote | UnavailableSource> {
    const { chain } = request
    const deadline = deadlineIn(deadlineMs)
    try {
      const [result, approval] = await Promise.all([
        untilAborted(simulate(source, request, quoted, deadline), { deadline }),
        approvalOf(source, request, quoted),
      ])
      if (result === 'cannot simulate') return unavailable(source, chain, 'unavailable')
      if ('failure' in result)
        return { source, state: 'refused', reason: result.failure, why: { reason: 'would_fail' } }
      if ('fault' in result) return refuse(source, chain, result.fault)
      const { quote } = result
      const priceImpactBps = quote.priceImpactBps ?? impactByWorth(request, quote, market)
      const offered = { id: randomUUID(), source, request, quote: { ...quote, priceImpactBps }, approvalGas: approval }
      return atGasPrice({ ...offered, tookMs: now() - startedAt }, gasPrice, market)
    } catch (e) {
      // The chain failed, not the source.
      const { code, cause } = KitError.from(e)
      return unavailable(source, chain, deadline.aborted ? 'timeout' : code, cause)
    }
  }

  /** A token's own permit is a signature, and its gas is part of the swap's. */
  async function approvalOf({ permitKind }: QuoteSource, request: QuoteRequest, { spender }: SourceQuote) {
    return spender && permitKind !== 'eip2612' ? approvalGas(request, spender) : 0n
  }

  function unavailable(source: QuoteSource, chain: ServerChain, code: string, cause?: unknown): UnavailableSource {
    const failure = unanswered(source, code, cause)
    onFailed?.(source.id, chain.id, failure.reason)
    return failure
  }

  function refuse(source: QuoteSource, chain: ServerChain, reason: Fault): UnavailableSource {
    onRefused?.(source.id, chain.id, reason)
    return refused(source, reason)
  }

  return {
    requestQuote,
    /** Rejects this source's quotes for the same pair for a while. */
    distrust({ source, request }: RankedQuote, reason: Fault): void {
      distrusted.set(pairOf(source, request), true)
      onRefused?.(source.id, request.chain.id, reason)
    },
  }
}

const pairOf = ({ id }: QuoteSource, { chain, from, to }: QuoteRequest) => lowerHex([id, chain.id, from, to].join(' '))

const orTooSmall = (e: unknown): 'too small' => {
  if (e instanceof AmountTooSmall) return 'too small'
  throw e
}

/** After slippage, the minimum output would round to zero. */
const isCrumb = ({ slippageBps }: QuoteRequest, { amountOut, minOut }: SourceQuote) =>
  amountOut > 0n && minOut === 0n && amountOut * BigInt(10_000 - slippageBps) < 10_000n
