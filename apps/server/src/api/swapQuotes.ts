import type { NoQuote, swapApi } from '@billfold/protocol/api/swap'
import type { Handlers } from '@billfold/protocol/contract'
import { KitError } from '@billfold/protocol/error'
import { readText, writeText } from '../caches/exactText.ts'
import type { SharedTexts } from '../caches/sharedTexts.ts'
import type { Chains } from '../chains/createChains.ts'
import { lowerHex, sameHex } from '../chains/eip155/hex.ts'
import type { EvmAddress, ServerChain } from '../chains/serverChain.ts'
import { badParameter } from '../http/badParameter.ts'
import type { CallContext } from '../http/serveContract.ts'
import { RateLimitError } from '../limits/rateLimitError.ts'
import { currentVisitor } from '../limits/visitor.ts'
import type { GasPrices } from '../providers/quotes/createGasPrices.ts'
import type { QuoteAggregator } from '../providers/quotes/createQuoteAggregator.ts'
import type { SwapService } from '../providers/quotes/createSwapService.ts'
import { nativeCoin, type QuoteRequest, type SwapAsset } from '../providers/quotes/quoteSource.ts'
import type { RankedQuote } from '../providers/quotes/rankedQuote.ts'
import { describeQuote } from './describeQuote.ts'
import { plainFirst } from './plainFirst.ts'
import { readPair, readUser } from './readAsset.ts'

export type SwapHandlers = Handlers<typeof swapApi, CallContext>
/** Everything that the handlers of swaps use. */
export type SwapContext = {
  chains: Chains
  aggregator: QuoteAggregator
  swaps: SwapService
  gasPrices: GasPrices
  fee?: QuoteRequest['fee']
  seen: SeenQuotes
}
type Seen = { spender: EvmAddress | undefined; amount: bigint }
type SeenQuotes = ReturnType<typeof createSeenQuotes>

const defaultSlippageBps = 100
const rememberMs = 600_000

/** Each caller's last quote, for clients that know neither quotes by name nor spenders. */
export function createSeenQuotes(texts: SharedTexts, now: () => number) {
  // The caller is part of the key: anyone may ask in an account's name, but must not choose what that account approves.
  const keyOf = (chain: ServerChain, user: string, token: SwapAsset) =>
    lowerHex(`seen ${currentVisitor()} ${chain.id} ${user} ${token}`)
  return {
    async last(chain: ServerChain, user: string, token: SwapAsset): Promise<Seen | undefined> {
      const text = await texts.get(keyOf(chain, user, token))
      return text === undefined ? undefined : (readText(text) as Seen)
    },
    async remember(best: RankedQuote | undefined): Promise<void> {
      if (!best) return
      const { chain, user, from, amount } = best.request
      await texts.set(keyOf(chain, user, from), writeText({ spender: best.quote.spender, amount }), now() + rememberMs)
    },
  }
}

/** Collects quotes, and remembers the first. */
export const listQuotes =
  ({ chains, aggregator, gasPrices, fee, seen }: SwapContext): SwapHandlers['getSwapQuotes'] =>
  async ({ amount, userAddress, from, to, gasPrice, slippageBps, signs, wait }, { signal }) => {
    const pair = readPair(chains, from, to)
    const user = readUser('userAddress', userAddress)
    if (BigInt(amount) === 0n) throw badParameter('amount', 'The amount must be more than nothing.')
    const request: QuoteRequest = {
      ...pair,
      amount: BigInt(amount),
      user,
      slippageBps: slippageBps ?? defaultSlippageBps,
      signsEip2612: signs === 'eip2612',
      fee,
    }
    const price = gasPrice ? BigInt(gasPrice) : (await gasPrices(pair.chain)).standard
    const { quotes: ranked, silent, why } = await aggregator.collect(request, price, wait ?? 'all', signal)
    // Existing clients send neither their patience nor what they sign, and take the first.
    const quotes = wait === undefined && signs === undefined ? plainFirst(ranked) : ranked
    await seen.remember(quotes[0])
    return {
      quotes: quotes.map((quote) => describeQuote(quote, from, to)),
      silent: silent.map(({ source: { id, name }, state, reason, why: own }) => ({
        id,
        name,
        state,
        ...(reason && { reason }),
        ...(state !== 'asked' && { why: own }),
      })),
      ...(why && { why }),
    }
  }

/** For clients that name no quote: the best one with the spender that they approved. */
export async function bestQuote(
  { aggregator, gasPrices, fee, seen }: SwapContext,
  swapRequest: Pick<QuoteRequest, 'chain' | 'from' | 'to' | 'amount' | 'user'>,
  slippage: number | undefined,
  signal: AbortSignal,
): Promise<RankedQuote> {
  const { chain, from, user } = swapRequest
  const slippageBps = slippage === undefined ? defaultSlippageBps : Math.round(slippage * 100)
  const request: QuoteRequest = { ...swapRequest, slippageBps, fee }
  const { standard } = await gasPrices(chain)
  const { quotes: ranked, why } = await aggregator.collect(request, standard, 'all', signal)
  const quotes = plainFirst(ranked)
  const spender = (await seen.last(chain, user, from))?.spender
  const best = quotes.find(({ quote }) => from === nativeCoin || quote.spender === spender) ?? quotes[0]
  if (!best) throw noQuoteError(why)
  return best
}

/** A quote by name, for the account that it was made for. */
export async function requireQuote(aggregator: QuoteAggregator, id: string, user: string): Promise<RankedQuote> {
  const quote = await aggregator.find(id)
  if (!quote || !sameHex(quote.request.user, user))
    throw badParameter('quoteId', 'This quote has expired: ask for a new one.')
  return quote
}

/** The error when there is nothing to build, for clients that read statuses: 404 only if there is no route. */
function noQuoteError({ reason, retryAfter }: NoQuote = { reason: 'no_route' }): KitError {
  switch (reason) {
    case 'no_route':
      return new KitError('not_found', { message: 'No source has a route between these tokens.' })
    case 'amount_too_small':
      return badParameter('amount', 'The amount is too small: nothing would come out.')
    case 'would_fail':
      return new KitError('transaction_rejected', { message: 'The swap fails in simulation, so it is not offered.' })
    case 'busy':
      return new RateLimitError(retryAfter ?? 5, 'The exchange is busy: try again later.')
    case 'timeout':
      return new KitError('timeout', { message: 'No quote source responded in time.' })
    case 'unavailable':
      return new KitError('sources_unavailable', { message: 'All quote sources are unavailable.' })
  }
}
