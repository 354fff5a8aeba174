import type { Transaction } from '@billfold/protocol/api/history'
import { KitError } from '@billfold/protocol/error'
import type { ServerChain } from '../chains/serverChain.ts'
import { unusedAccountOn } from '../chains/unusedAccountOn.ts'
import { deadlineIn } from '../limits/deadlineIn.ts'
import { RateLimitError } from '../limits/rateLimitError.ts'
import { untilAborted } from '../limits/untilAborted.ts'
import type { Breaker } from '../rpc/createBreaker.ts'
import { RpcError } from '../rpc/rpcError.ts'
import type { UpstreamMetrics } from '../rpc/upstreamMetrics.ts'

type Source = {
  /** Short and stable: it is in answers, cursors and metrics. Letters, digits and hyphens. */
  id: string
  /** Whether it supports a chain at all. */
  supports(chain: ServerChain): boolean
  /** A cheap health check; absent if its usual request about an unused account is cheap. */
  probe?(chain: ServerChain, signal: AbortSignal): Promise<unknown>
}

/** An account's balance of one token. */
export type TokenBalance = {
  /** Plain, as the chain writes it; absent for the chain's own coin. */
  address?: string | undefined
  name: string
  symbol: string
  decimals: number
  amount: bigint
  iconUrl?: string | undefined
  /** False when it is on no list: it was found in the account. */
  isListed: boolean
  /** In dollars, if the source knows it. */
  price?: Price | undefined
}
/**
 * Knows what an account has on a chain. Tokens of amount 0 are left out, the chain's own coin never is; undefined when it cannot
 * tell, because what it knows is not as fresh as asked.
 */
export type BalanceSource = Source & {
  balances(
    query: {
      chain: ServerChain
      address: string
      /** Plain token addresses that must be read from the chain, not from a cache. */
      fresh: readonly string[]
    },
    signal: AbortSignal,
  ): Promise<TokenBalance[] | undefined>
}

/** The price of one token, in dollars; `at` in milliseconds since 1970. */
export type Price = { usd: number; at: number; source: string }
/** The chain's own coin among tokens. */
export const native = 'native'
/** Knows tokens' prices. The result omits tokens without one; its keys are the requested addresses (or `native`). */
export type PriceSource = Source & {
  prices(
    query: { chain: ServerChain; tokens: readonly string[] },
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, Omit<Price, 'source'>>>
}

/** A page of what happened, never changed after it was given: the same one may be given again. */
export type HistoryPage = { readonly data: readonly Transaction[]; readonly next: string | null }

/**
 * Knows an account's history, newest first. A cursor is the source's own and opaque to others. `undefined` means that
 * it does not know yet, and the next source is used.
 */
export type HistorySource = Source & {
  history(
    query: { chain: ServerChain; address: string; cursor: string | undefined; limit: number },
    signal: AbortSignal,
  ): Promise<HistoryPage | undefined>
  /** Everyone an account has itself paid, newest first; absent if only the history, page by page, has it. */
  paid?(
    query: { chain: ServerChain; address: string; limit: number },
    signal: AbortSignal,
  ): Promise<{ data: string[]; isWhole: boolean } | undefined>
}

/** Knows names of accounts and accounts of names. */
export type NameSource = {
  id: string
  /** The name an account goes by, checked to lead back to it; undefined when it has none. */
  nameOf(address: string, signal: AbortSignal): Promise<{ name: string; avatar: string | undefined } | undefined>
  /** The account a name stands for on a chain (CAIP-2; Ethereum's own where not said). */
  addressOf(name: string, signal: AbortSignal, chainId?: string): Promise<string | undefined>
  /** The accounts a name stands for on the other chains that are served, by the coin's number (SLIP-44, ENSIP-11). */
  othersOf?(name: string, signal: AbortSignal): Promise<{ coinType: number; address: string }[]>
}

/** Names lead to contracts and gateways of their owners' choice; that no one has one is quickly told. */
export const probeNames = (source: NameSource, signal: AbortSignal): Promise<unknown> =>
  source.nameOf(unusedAccountOn({ id: 'eip155:1', namespace: 'eip155' }), signal)

/** An answer, and who gave it. */
export type Answered<T> = { value: T; source: string }

export type Trial = {
  signal: AbortSignal
  /** For each source; the last one may be cut shorter by the request's own deadline. */
  deadlineMs: number
  breaker: Breaker
  metrics?: UpstreamMetrics | undefined
  /**
   * The key that failures are counted by, usually the chain's id: a source may work for one chain and not for another.
   */
  scope: string
  /** Whether the asker chose what makes the answer slow or impossible: then no failure counts for others. */
  isShaped?: boolean
}
/** Probes a source's health with a cheap request that the server chooses. */
type ProbeSource<S> = (source: S, signal: AbortSignal) => Promise<unknown>

/**
 * Tries sources in order until one responds: a failure or timeout moves on to the next, and a breaker skips a source
 * that keeps failing. If the visitor's input may be the cause, the breaker opens only after a probe fails too.
 * `undefined` from a source means that it does not know, which is not a failure. Resolves with undefined if none knows;
 * rejects with `unavailable` if all that could have known failed.
 */
export async function tryInOrder<S extends { id: string }, T>(
  sources: readonly S[],
  ask: (source: S, signal: AbortSignal) => Promise<T | undefined>,
  { signal, deadlineMs, breaker, metrics, scope, isShaped = false, probe }: Trial & { probe?: ProbeSource<S> },
): Promise<Answered<T> | undefined> {
  let failure: unknown
  for (const source of sources) {
    const key = `${source.id} ${scope}`
    if (!breaker.allows(key)) {
      failure ??= new KitError('unavailable')
      continue
    }
    const done = metrics?.begin(source.id, scope)
    const deadline = deadlineIn(deadlineMs)
    try {
      // A source that ignores its signal must not hold us up.
      const value = await untilAborted(ask(source, AbortSignal.any([signal, deadline])), { signal, deadline })
      breaker.succeeded(key)
      done?.('ok')
      if (value !== undefined) return { value, source: source.id }
    } catch (e) {
      if (signal.aborted) {
        breaker.released(key)
        done?.('aborted')
        throw e
      }
      failure = e
      // A rate limit, the visitor's own or the source's, says nothing about how well it works.
      if (saysNothing(e)) breaker.released(key)
      else if (isShaped) breaker.failedForAsker(key)
      else if (probe) breaker.doubted(key, (stop) => probe(source, stop).catch(unlessItSaysNothing))
      else breaker.failed(key)
      done?.(deadline.aborted ? 'timeout' : isBusy(e) ? 'busy' : 'failed')
    }
  }
  if (failure instanceof RateLimitError) throw failure
  if (failure !== undefined)
    throw new KitError('unavailable', { message: 'No source for this chain is available now.', cause: failure })
  return undefined
}

const isBusy = (e: unknown): boolean => e instanceof KitError && e.code === 'too_many_requests'
const saysNothing = (e: unknown): boolean => isBusy(e) || isAboutTheQuestion(e)
const unlessItSaysNothing = (e: unknown) => {
  if (!saysNothing(e)) throw e
}

/**
 * A rejection, or an oversized response, is not a failure of the source: otherwise anyone could close it to others by
 * requesting such an account.
 */
const isAboutTheQuestion = (e: unknown): boolean =>
  e instanceof RpcError || (e instanceof KitError && (e.code === 'body_too_large' || e.code === 'invalid_input'))
