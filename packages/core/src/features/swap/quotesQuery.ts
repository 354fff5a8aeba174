import type { NoQuote, SwapQuote } from '@billfold/protocol/api/swap'
import { type CaipNetworkId, parseCaipNetworkId } from '@billfold/protocol/caip'
import { KitError } from '@billfold/protocol/error'
import { isTokenId, tokenId } from '@billfold/protocol/nativeCoin'
import { sameAddress } from '@billfold/protocol/sameAddress'
import { retryAfterMs } from '../../api/retryAfterMs.ts'
import type { SwapVerifier } from '../../chains/swaps.ts'
import type { Kit } from '../../kit.ts'
import type { OfferedQuote, SwapAsset } from '../../model/swap.ts'
import { queriesOf } from '../../queries/queriesOf.ts'
import { minimumReceived } from './swapMaths.ts'

const refreshMs = 10_000
/** Sooner if no source was reachable: most outages are brief. */
const retryMs = 5_000

/** Exact input of the quotes; also their cache key. */
export type QuoteInput = {
  networkId: CaipNetworkId
  user: string
  from: SwapAsset
  to: SwapAsset
  amount: bigint
  slippageBps: number
}
export type Quotes = {
  /** Best first, by the amount received. */
  quotes: readonly OfferedQuote[]
  /** All sources have responded. */
  isComplete: boolean
  /** Why there are none. */
  why?: NoQuote | undefined
}

/** The server's back-off: typing must not query it sooner. */
const restsUntil = new WeakMap<Kit, number>()

/** Queries the server's sources once: until the first good quote, or until all have responded. */
export async function fetchQuotes(
  kit: Kit,
  input: QuoteInput,
  wait: 'first' | 'all',
  signal?: AbortSignal,
): Promise<Quotes> {
  const { networkId, user, from, to, amount, slippageBps } = input
  const { clock } = kit.ports
  const left = (restsUntil.get(kit) ?? 0) - clock.now()
  if (left > 0) throw new KitError('too_many_requests', { cause: { retryAfter: Math.ceil(left / 1_000) } })
  const [source, target] = [tokenId(networkId, from.address), tokenId(networkId, to.address)]
  const question = {
    amount: `${amount}`,
    userAddress: user,
    from: source,
    to: target,
    slippageBps,
    wait,
    signs: 'eip2612' as const,
  }
  try {
    const [{ quotes, silent = [], why }, judge] = await Promise.all([
      kit.api.getSwapQuotes(question, signal),
      judgeOf(kit, networkId),
    ])
    const own = quotes.flatMap((quote) => offerOf(kit, judge, quote, input) ?? [])
    const isComplete = !silent.some(({ state }) => state === 'asked')
    if (own.length > 0) return { quotes: own, isComplete }
    const unknown = quotes.filter(({ source }) => !contractFor(kit, judge, source?.id, networkId))
    if (unknown.length > 0) warnOfContracts(kit, networkId, unknown)
    // A server without reasons: only explained silence counts as a missing route.
    const isUnknown = quotes.length > unknown.length || silent.some(({ state }) => state !== 'none')
    return { quotes: own, isComplete, why: why ?? { reason: isUnknown ? 'unavailable' : 'no_route' } }
  } catch (e) {
    const ms = retryAfterMs(e)
    if (ms !== undefined) restsUntil.set(kit, clock.now() + ms)
    throw e
  }
}

/** Cache key of a quotes query. */
export const quotesKey = ({ networkId, user, from, to, amount, slippageBps }: QuoteInput) =>
  ['quotes', networkId, user, from.address ?? '', to.address ?? '', `${amount}`, slippageBps] as const

/** Quotes of all sources. The first good one shows at once; others are sorted in as they arrive. */
export const quotesQuery = (kit: Kit, input: QuoteInput) => {
  const queryKey = quotesKey(input)
  return {
    queryKey,
    staleTime: refreshMs,
    refetchInterval: ({ state: { data, error } }: { state: { data?: Quotes | undefined; error: unknown } }) =>
      nextAskMs(data, error),
    retry: false,
    gcTime: 30_000,
    // For the same swap with another slippage, the old quotes stay until the new ones arrive.
    placeholderData: (before: Quotes | undefined, query?: { queryKey: readonly unknown[] }) =>
      query && queryKey.slice(0, -1).every((part, at) => part === query.queryKey[at]) ? before : undefined,
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Quotes> => {
      const first = await fetchQuotes(kit, input, 'first', signal)
      if (!first.isComplete)
        void fetchQuotes(kit, input, 'all', signal).then(
          (all) => signal.aborted || queriesOf(kit).setQueryData(queryKey, all),
          (e) => kit.ports.log.info('Only the first quotes loaded', KitError.from(e).code),
        )
      return first
    },
  }
}

/** When to refetch: after the back-off of a server or source, and soon if none was reachable. */
function nextAskMs(data: Quotes | undefined, error: unknown): number {
  if (error) return retryAfterMs(error) ?? retryMs
  const { reason, retryAfter } = data?.why ?? {}
  if (reason === 'busy') return retryAfter === undefined ? retryMs : retryAfter * 1_000
  return reason === 'timeout' || reason === 'unavailable' ? retryMs : refreshMs
}

const contractFor = (
  kit: Kit,
  judge: SwapVerifier | undefined,
  sourceId: string | undefined,
  networkId: CaipNetworkId,
) => judge?.contractOf(sourceId ?? '', networkId, kit.options.swapContracts)

const warned = new WeakMap<Kit, Set<string>>()

/** Logs the missing option, once per source and network. */
function warnOfContracts(kit: Kit, networkId: CaipNetworkId, quotes: readonly SwapQuote[]): void {
  const known = warned.get(kit) ?? new Set()
  warned.set(kit, known)
  for (const id of new Set(quotes.map(({ source }) => source?.id ?? 'unknown'))) {
    const key = `${networkId} ${id}`
    if (known.has(key)) continue
    known.add(key)
    kit.ports.log.error(
      `Quotes of ${id} on ${networkId} are not offered: none of its contracts there is known. Add its router to swapContracts.`,
    )
  }
}

async function judgeOf(kit: Kit, networkId: CaipNetworkId): Promise<SwapVerifier | undefined> {
  const chain = await kit.chains[parseCaipNetworkId(networkId).namespace]?.()
  return (await chain?.swaps?.())?.judge()
}

/**
 * Validates a quote for display. Rejects one for a different request, with contracts that neither the kit nor the site
 * lists, or with a minimum below the visitor's.
 */
function offerOf(
  kit: Kit,
  judge: SwapVerifier | undefined,
  quote: SwapQuote,
  input: QuoteInput,
): OfferedQuote | undefined {
  const { networkId, amount, from, to, slippageBps } = input
  const contract = contractFor(kit, judge, quote.source?.id, networkId)
  const least = minimumReceived(quote, slippageBps)
  const serverMin = BigInt(quote.toAmountMin ?? least)
  const isRight =
    quote.fromAmount === `${amount}` &&
    isTokenId(networkId, quote.fromAccount, from.address) &&
    isTokenId(networkId, quote.toAccount, to.address) &&
    least > 0n &&
    serverMin <= BigInt(quote.toAmount) &&
    serverMin >= least - 1n
  if (!isRight || !contract) return undefined
  if (from.address !== undefined && !sameAddress(networkId, quote.spender, contract.spender)) return undefined
  if (quote.permit !== undefined && quote.permit !== contract.permit) return undefined
  return { ...quote, slippageBps, toAmountMin: `${least}`, ...(contract.isListed ? {} : { unlisted: contract.router }) }
}
