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
  /** Whether it can be asked about a chain at all. */
  supports(chain: ServerChain): boolean
  /** Asks for something cheap, to see whether it is well; absent where its usual question about no one's account is cheap. */
  probe?(chain: ServerChain, signal: AbortSignal): Promise<unknown>
}

/** What an account has of one token. */
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
  /** In dollars, where the source knows it. */
  price?: Price | undefined
}
/**
 * Knows what an account has on a chain. Tokens of amount 0 are left out, the chain's own coin never is; undefined when it cannot
 * tell, because what it knows is not as fresh as asked.
 */
export type BalanceSource = Source & {
  balances(
    asked: {
      chain: ServerChain
      address: string
      /** Plain token addresses that must be read from the chain, not from a cache. */
      fresh: readonly string[]
    },
    signal: AbortSignal,
  ): Promise<TokenBalance[] | undefined>
}

/** What one token is worth, in dollars; `at` in milliseconds since 1970. */
export type Price = { usd: number; at: number; source: string }
/** The chain's own coin among tokens. */
export const native = 'native'
/** Knows what tokens are worth. The answer holds only tokens it has a price for, by the address as it was asked (or `native`). */
export type PriceSource = Source & {
  prices(
    asked: { chain: ServerChain; tokens: readonly string[] },
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, Omit<Price, 'source'>>>
}

/** A page of what happened, never changed after it was given: the same one may be given again. */
export type HistoryPage = { readonly data: readonly Transaction[]; readonly next: string | null }

/**
 * Knows what happened to an account, newest first. A cursor is the source's own; no one else sees into it. `undefined` means that
 * it does not know yet, and the next source is to be asked.
 */
export type HistorySource = Source & {
  history(
    asked: { chain: ServerChain; address: string; cursor: string | undefined; limit: number },
    signal: AbortSignal,
  ): Promise<HistoryPage | undefined>
  /** Everyone an account has itself paid, newest first; absent where only the history, page by page, says so. */
  paid?(
    asked: { chain: ServerChain; address: string; limit: number },
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
  /** Whose failures are counted together, usually the chain's id: a source may work for one chain and not for another. */
  scope: string
  /** Whether the asker chose what makes the answer slow or impossible: then no failure counts for others. */
  isShaped?: boolean
}
/** Asks a source something cheap of the server's own choice, to see whether it is well. */
type ProbeSource<S> = (source: S, signal: AbortSignal) => Promise<unknown>

/**
 * Asks sources in their order until one answers; one that fails or is too slow gives way to the next, one that keeps failing is
 * skipped for a while: where what visitors ask may be why it fails, only if it fails a probe too. `undefined` from a source means that it does not know, which is no failure: the next is asked. Resolves with
 * undefined when none knows, rejects with `unavailable` when all that could have known failed.
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

/** A source that said no, or more than fits, is well: no one may close it to others by asking about an account that it cannot tell of. */
const isAboutTheQuestion = (e: unknown): boolean =>
  e instanceof RpcError || (e instanceof KitError && (e.code === 'body_too_large' || e.code === 'invalid_input'))
