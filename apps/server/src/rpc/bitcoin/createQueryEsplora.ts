import { KitError } from '@billfold/protocol/error'
import type { ServerChain } from '../../chains/serverChain.ts'
import { createFairRate, type FairRate } from '../../limits/createFairRate.ts'
import { createGate } from '../../limits/createGate.ts'
import type { Quota } from '../../limits/createMemoryLimiter.ts'
import { chargeVisitor, workCosts } from '../../limits/workCosts.ts'
import { createBreaker } from '../createBreaker.ts'
import { type FetchText, fetchText as realFetchText } from '../fetchJson.ts'
import { retryAfterMs } from '../retryAfterMs.ts'
import type { UpstreamMetrics } from '../upstreamMetrics.ts'

type Chain = Pick<ServerChain, 'id' | 'rpcUrls' | 'name'>
type EsploraRequest = { path: string; post?: string | undefined; signal?: AbortSignal | undefined }
export type QueryEsplora = (chain: Chain, query: EsploraRequest) => Promise<{ status: number; text: string }>

type Options = {
  metrics?: UpstreamMetrics | undefined
  /** Deadline of one attempt at one source. */
  deadlineMs?: number
  maxBytes?: number
  /** Requests to one chain at a time; more are queued, and beyond that rejected. */
  atOnce?: number
  waiting?: number
  /** The source's limits; learned if absent. */
  quota?: Quota | undefined
  fetchText?: FetchText
  now?: () => number
}

/**
 * Queries a chain's Esploras like JSON-RPC nodes: fails over between sources; a breaker skips failing ones. A source's
 * rejection is a result.
 */
export function createQueryEsplora({
  metrics,
  deadlineMs = 10_000,
  maxBytes = 8_000_000,
  atOnce = 64,
  waiting = 512,
  quota,
  fetchText = realFetchText,
  now = Date.now,
}: Options = {}): QueryEsplora {
  const breaker = createBreaker({ now })
  const gate = createGate({ atOnce, waiting })
  /** The back-off of each source. */
  const rests = new Map<string, number>()
  const rates = new Map<string, FairRate>()
  const rateOf = (key: string) => {
    const rate = rates.get(key) ?? createFairRate({ quota, ownQuota: unlimited, now })
    rates.set(key, rate)
    return rate
  }
  metrics?.watch(() => breaker.resting().map((key) => ({ upstream: 'esplora', chain: key.slice(0, key.indexOf(' ')) })))

  /** The chain's height, which every source knows without a lookup. */
  async function probe(base: string, signal: AbortSignal) {
    const url = `${base.replace(/\/$/, '')}/blocks/tip/height`
    const { status } = await fetchText({ url }, { signal, deadlineMs, maxBytes })
    if (status >= 500) throw new KitError('unavailable')
  }

  async function trySources({ id, rpcUrls, name }: Chain, { path, post, signal }: EsploraRequest) {
    let failure: unknown
    for (const base of rpcUrls) {
      const key = `${id} ${base}`
      const restMs = (rests.get(key) ?? 0) - now()
      if (restMs > 0) failure ??= busy(restMs)
      if (restMs > 0 || !breaker.allows(key)) continue
      const rate = rateOf(key)
      const done = metrics?.begin('esplora', id)
      try {
        await rate.turn(signal)
        const url = `${base.replace(/\/$/, '')}${path}`
        const headers = {
          accept: '*/*',
          ...(post === undefined ? {} : { 'content-type': 'text/plain' }),
          ...done?.headers(url),
        }
        const request = post === undefined ? { url, headers } : { url, headers, body: post }
        const { status, text, headers: replyHeaders } = await fetchText(request, { signal, deadlineMs, maxBytes })
        if (status >= 500) throw new KitError('unavailable', { message: `The source returned ${status}.` })
        breaker.succeeded(key)
        done?.(status === 429 ? 'busy' : 'ok')
        if (status !== 429) return { status, text }
        const rest = retryAfterMs(replyHeaders, now())
        rests.set(key, now() + rest)
        rate.rejected(rest)
        failure = busy(rest)
      } catch (e) {
        failure = e
        const code = e instanceof KitError ? e.code : undefined
        done?.(signal?.aborted ? 'aborted' : outcomeOf(code))
        // An oversized response is the request's fault. A caller that aborts, or is over its limit, says nothing about
        // the source.
        if (signal?.aborted || code === 'body_too_large' || code === 'too_many_requests') breaker.released(key)
        // An address with a long history is slow to read.
        else breaker.doubted(key, (stop) => probe(base, stop))
        if (signal?.aborted) throw e
      }
    }
    // Neither says anything about the source: callers that share the request must not count it as broken.
    if (failure instanceof KitError && /^(?:too_many_requests|body_too_large)$/.test(failure.code)) throw failure
    throw new KitError('unavailable', { message: `No source of ${name} answers.`, cause: failure })
  }

  return async (chain, query) => {
    chargeVisitor(workCosts.esplora)
    return gate(chain.id, () => trySources(chain, query), query.signal)
  }
}

/** An operator's own server has no limit, and the gate divides it; a public one's is learned. */
const unlimited: Quota = { limit: Number.POSITIVE_INFINITY, windowMs: 60_000 }

const outcomeOf = (code: string | undefined) =>
  code === 'timeout' ? 'timeout' : code === 'too_many_requests' ? 'busy' : 'failed'

const busy = (restMs: number) =>
  new KitError('too_many_requests', {
    message: "This chain's sources are rate limiting. Try again later.",
    cause: { retryAfterS: Math.ceil(restMs / 1_000) },
  })
