import { createBatchCache } from '../caches/createBatchCache.ts'
import type { ServerChain } from '../chains/serverChain.ts'
import type { Breaker } from '../rpc/createBreaker.ts'
import type { UpstreamMetrics } from '../rpc/upstreamMetrics.ts'
import { native, type Price, type PriceSource, tryInOrder } from './source.ts'

/** More than this for one token is no one's price. */
const dearest = 1e12

/** Prices of a chain's tokens, by the requested address or `native`; tokens without a price are omitted. */
export type PriceBook = (chain: ServerChain, tokens: readonly string[]) => Promise<Map<string, Price>>

type Options = {
  sources: readonly PriceSource[]
  breaker: Breaker
  metrics?: UpstreamMetrics | undefined
  deadlineMs?: number
  ttlMs?: number
}

/**
 * Combines all sources' prices: each is queried for what earlier ones did not know. Rejects only if nothing is known
 * and a source failed, since a failure is not a price of 0.
 */
export function createPriceBook({ sources, breaker, metrics, deadlineMs = 5_000, ttlMs = 30_000 }: Options): PriceBook {
  const books = new WeakMap<ServerChain, ReturnType<typeof createBatchCache<Price>>>()

  async function collect(
    chain: ServerChain,
    tokens: readonly string[],
    signal: AbortSignal,
  ): Promise<Map<string, Price>> {
    const result = new Map<string, Price>()
    let failure: unknown
    for (const source of sources) {
      const missing = tokens.filter((token) => !result.has(token))
      if (missing.length === 0) break
      if (!source.supports(chain)) continue
      // Visitors choose the tokens; the price of the chain's own coin is one that every source knows.
      const probe = (one: PriceSource, stop: AbortSignal) =>
        one.probe?.(chain, stop) ?? one.prices({ chain, tokens: [native] }, stop)
      const trial = { signal, deadlineMs, breaker, metrics, scope: chain.id, probe }
      try {
        const answer = await tryInOrder([source], (one, stop) => one.prices({ chain, tokens: missing }, stop), trial)
        for (const token of missing) {
          const price = answer?.value.get(token)
          if (price && isSane(price.usd)) result.set(token, { ...price, source: source.id })
        }
      } catch (e) {
        failure = e
      }
    }
    if (result.size === 0 && failure !== undefined) throw failure
    return result
  }

  return async (chain, tokens) => {
    if (tokens.length === 0) return new Map()
    const known = books.get(chain)
    const book =
      known ??
      createBatchCache<Price>({
        ttlMs,
        deadlineMs: deadlineMs * Math.max(1, sources.length),
        load: (keys, signal) => collect(chain, keys, signal),
      })
    if (!known) books.set(chain, book)
    return book(tokens)
  }
}

const isSane = (usd: unknown): usd is number => typeof usd === 'number' && usd > 0 && usd <= dearest
