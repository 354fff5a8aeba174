import type { OfferedQuote } from '../../model/swap.ts'
import { queriesOf } from '../../queries/queriesOf.ts'
import { fetchQuotes, quotesKey } from './quotesQuery.ts'
import { fromServer, halt, type SwapContext } from './swapContext.ts'
import { minimumReceived, slippageAbove } from './swapMaths.ts'

/** A quote this close to expiry counts as stale: the remaining steps take time too. */
const restMs = 5_000

/**
 * The quote to build: the shown one, or a new one if that is stale or its call would allow less than the minimum. The
 * shown minimum stays: if the price has moved, less slippage is left above it. If a new quote misses it, the swap ends,
 * and the review shows the current quote.
 */
export async function renewQuote(desk: SwapContext): Promise<OfferedQuote> {
  const { kit, order } = desk
  const { quote, least } = order
  // By its own slippage, which its call is built with: the review may show a higher minimum that was accepted before.
  const keeps = (each: OfferedQuote) => minimumReceived(each, each.slippageBps) >= least
  const expires = quote.expiresAt === undefined ? Number.POSITIVE_INFINITY : Date.parse(quote.expiresAt)
  if (kit.ports.clock.now() < expires - restMs && keeps(quote)) return quote
  desk.step('building')
  const fresh = await refetchQuote(desk, quote.slippageBps)
  if (keeps(fresh)) return fresh
  const narrower = slippageAbove(fresh, least)
  const exact = narrower === undefined ? fresh : await refetchQuote(desk, narrower)
  if (!keeps(exact)) throw halt('changed', 'The price has moved since you looked')
  return exact
}

/** The same source's current quote for the same contract; the review shows it from here on. */
async function refetchQuote({ kit, order, signal, source }: SwapContext, slippageBps: number): Promise<OfferedQuote> {
  const { networkId, from, to, amount, quote } = order
  const input = { networkId, user: source.address, from, to, amount, slippageBps }
  const answer = await fromServer(fetchQuotes(kit, input, 'all', signal))
  queriesOf(kit).setQueryData(quotesKey(input), answer)
  const fresh = answer.quotes.find((each) => each.source?.id === quote.source?.id && each.spender === quote.spender)
  if (!fresh) throw halt('expired', 'The quote has expired')
  return fresh
}
